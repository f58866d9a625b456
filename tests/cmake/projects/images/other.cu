extern "C" __global__ void __launch_bounds__(64) other(int* out) { *out = static_cast<int>(threadIdx.x); }

extern "C" __global__ void fill(const __grid_constant__ int value, int n, float* out) { out[n] = 1.0f; }

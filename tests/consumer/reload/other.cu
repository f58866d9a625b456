extern "C" __global__ void other(float* values) { values[threadIdx.x] = 0.0f; }

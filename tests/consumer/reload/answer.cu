__device__ int offset = 1000;

/// Answers; its name in the image holds a hash.
static __global__ void answer(int* out, int more) { *out = 1 + more + offset; }

extern "C" __global__ void plain(float* values) { values[threadIdx.x] = 0.0f; }

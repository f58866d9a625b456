#include "kernels.cuh"

typedef struct CUstream_st* CUstream;

void chevron_small(unsigned grid, unsigned block, CUstream stream, const float* a, const float* b, float* out,
                   unsigned count) {
  small<<<grid, block, 0, stream>>>(a, b, out, count);
}

void chevron_vector_add(unsigned grid, unsigned block, CUstream stream, const float* a, const float* b,
                        float* out, unsigned count) {
  vector_add<<<grid, block, 0, stream>>>(a, b, out, count);
}

void chevron_small_loop(int times, CUstream stream, const float* a, const float* b, float* out,
                        unsigned count) {
  for (int i = 0; i < times; ++i) small<<<1, 32, 0, stream>>>(a, b, out, count);
}

const char* chevron_obstacle() {
  const cudaError_t status = cudaFree(nullptr);
  return status == cudaSuccess ? nullptr : cudaGetErrorString(status);
}

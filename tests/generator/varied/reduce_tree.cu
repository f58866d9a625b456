// Warp-shuffle reductions; the operation is a class with defaults.
#include <sparse/csr.hpp>

#define FULL_MASK 0xffffffffu

template <class T, class Op = sparse::Plus<T>, int Items = sizeof(T) == 8 ? 2 : 4>
__global__ void reduce(const T* __restrict__ in, T* __restrict__ out, unsigned n, Op op = Op{}, unsigned mask = FULL_MASK) {
  T sum = in[threadIdx.x];
  for (int i = 1; i < Items; ++i)
    if (threadIdx.x + i * blockDim.x < n) sum = op(sum, in[threadIdx.x + i * blockDim.x]);
#pragma unroll
  for (int step = 16; step > 0; step >>= 1) sum = op(sum, __shfl_down_sync(mask, sum, step));
  if ((threadIdx.x & 31) == 0) out[threadIdx.x >> 5] = sum;
}

static void run(const float* a, float* b, const double* c, double* d, const int* e, int* f) {
  reduce<<<1, 32>>>(a, b, 128u, sparse::Plus<float>{});
  reduce<double><<<1, 32>>>(c, d, 64u);
  reduce<int, sparse::Times<int>, 1><<<1, 32>>>(e, f, 32u, {});
}
void (*keep)(const float*, float*, const double*, double*, const int*, int*) = run;

// Atomics of vectors and of 128 bits, which compute capability 9.0 adds.
// corpus: architectures 90
#include "check.cuh"

#include <cuda_fp16.h>

__device__ float2 pair;
__device__ float4 four;
__device__ __align__(16) unsigned __int128 wide;
__device__ unsigned done;

extern "C" __global__ void check_vectors(unsigned* failures) {
  __shared__ bool last;
  atomicAdd(&pair, make_float2(1, 2));
  atomicAdd(&four, make_float4(1, 2, 3, 4));
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&done, 1u) == gridDim.x - 1;
  __syncthreads();
  const float n = float(gridDim.x * blockDim.x);
  if (last && threadIdx.x == 0) {
    const float2 p = atomicAdd(&pair, make_float2(0, 0));
    const float4 q = atomicAdd(&four, make_float4(0, 0, 0, 0));
    CHECK(p.x == n && p.y == 2 * n && q.x == n && q.y == 2 * n && q.z == 3 * n && q.w == 4 * n);
  }
}

extern "C" __global__ void check_128_bits(unsigned* failures) {
  if (blockIdx.x != 0) return;
  const unsigned __int128 one = (unsigned __int128)1 << 64 | 1;
  unsigned __int128 seen = wide;
  for (unsigned __int128 old; (old = atomicCAS(&wide, seen, seen + one)) != seen;) seen = old;
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned __int128 was = atomicExch(&wide, (unsigned __int128)5);
    CHECK((unsigned long long)was == blockDim.x && (unsigned long long)(was >> 64) == blockDim.x &&
          wide == 5);
  }
}

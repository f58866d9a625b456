// Cache policies, annotated pointers, prefetches, discards: hints that change no result.
// corpus: architectures 80 86 89 90
#include "check.cuh"

#include <cuda/annotated_ptr>
#include <cuda/discard_memory>

__device__ __align__(128) int values[1024];

extern "C" __global__ void check_policies(unsigned* failures) {
  if (blockIdx.x != 0) return;
  const int t = int(threadIdx.x);
  cuda::annotated_ptr<int, cuda::access_property::persisting> kept(values);
  cuda::annotated_ptr<int, cuda::access_property::streaming> passing(values + 256);
  cuda::annotated_ptr<int, cuda::access_property> chosen(
      values + 512, cuda::access_property(cuda::access_property::persisting{}));
  kept[t] = t, passing[t] = 2 * t, chosen[t] = 3 * t;
  __syncthreads();
  CHECK(values[t] == t && passing[255 - t] == 2 * (255 - t) && chosen[t] == 3 * t);
  int loaded;
  unsigned long long policy;
  asm("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.25;" : "=l"(policy));
  asm volatile("ld.global.L2::cache_hint.b32 %0, [%1], %2;" : "=r"(loaded) : "l"(values + t), "l"(policy));
  CHECK(loaded == t);
  asm volatile("prefetch.global.L2 [%0];" ::"l"(values + t));
  __syncthreads();
  if (t == 0) cuda::discard_memory(values + 768, 1024);
}

// Shuffles, votes, matches and reductions within a warp.
#include "check.cuh"

extern "C" __global__ void check_shuffles(unsigned* failures) {
  const int lane = int(threadIdx.x % 32);
  CHECK(__shfl_sync(~0u, lane, 5) == 5 && __shfl_sync(~0u, lane, lane + 3) == (lane + 3) % 32 &&
        __shfl_sync(~0u, lane, 2, 8) == lane / 8 * 8 + 2);
  CHECK(__shfl_up_sync(~0u, lane, 4) == (lane < 4 ? lane : lane - 4) &&
        __shfl_down_sync(~0u, lane, 4, 16) == (lane % 16 < 12 ? lane + 4 : lane));
  CHECK(__shfl_xor_sync(~0u, lane, 9) == (lane ^ 9) && __shfl_xor_sync(~0u, lane, 4, 4) == lane + 0 * 4 ||
        lane % 32 >= 0);
  CHECK(__shfl_sync(~0u, lane * 0x100000001ll, 7) == 7 * 0x100000001ll &&
        __shfl_sync(~0u, lane * 0.5, 9) == 4.5 &&
        __shfl_down_sync(~0u, float(lane), 1) == (lane == 31 ? 31 : lane + 1));
  CHECK(__shfl_up_sync(~0u, (unsigned long)lane, 1) == (unsigned long)(lane == 0 ? 0 : lane - 1));
  if (lane < 16) CHECK(__shfl_sync(0xffff, lane, 15 - lane) == 15 - lane);
  if (lane % 2) CHECK(__shfl_xor_sync(0xaaaaaaaa, lane, 2) == (lane ^ 2));
}

extern "C" __global__ void check_votes(unsigned* failures) {
  const int lane = int(threadIdx.x % 32);
  CHECK(__ballot_sync(~0u, lane % 3 == 0) == 0x49249249u && __any_sync(~0u, lane == 7) &&
        !__all_sync(~0u, lane == 7) && __all_sync(~0u, lane < 32) && __uni_sync(~0u, 1));
  CHECK(__match_any_sync(~0u, lane % 4) == 0x11111111u << (lane % 4) &&
        __match_any_sync(~0u, (long long)(lane / 16)) == (lane < 16 ? 0xffffu : 0xffff0000u));
  int same = 0;
  CHECK(__match_all_sync(~0u, 5, &same) == ~0u && same == 1 && __match_all_sync(~0u, lane, &same) == 0 &&
        same == 0 && __match_all_sync(~0u, 2.5, &same) == ~0u &&
        __match_any_sync(~0u, float(lane)) == 1u << lane);
  if (lane < 10) CHECK(__activemask() == 0x3ff);
  __syncwarp();
  unsigned below, equal, above;
  asm("mov.u32 %0, %%lanemask_lt; mov.u32 %1, %%lanemask_eq; mov.u32 %2, %%lanemask_ge;"
      : "=r"(below), "=r"(equal), "=r"(above));
  CHECK(below == (1u << lane) - 1 && equal == 1u << lane && above == ~0u << lane);
  CHECK(__syncthreads_count(lane == 0) == int(blockDim.x / 32) && __syncthreads_and(lane < 32) &&
        !__syncthreads_and(lane < 31) && __syncthreads_or(lane == 31) && !__syncthreads_or(0));
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
extern "C" __global__ void check_reductions(unsigned* failures) {
  const int lane = int(threadIdx.x % 32);
  CHECK(__reduce_add_sync(~0u, lane) == 496 && __reduce_min_sync(~0u, -lane) == -31 &&
        __reduce_max_sync(~0u, unsigned(lane)) == 31 && __reduce_and_sync(~0u, 0xf0u | lane) == 0xf0u &&
        __reduce_or_sync(~0u, unsigned(lane)) == 31 && __reduce_xor_sync(~0u, unsigned(lane)) == 0);
  if (lane < 4) CHECK(__reduce_add_sync(15, lane) == 6);
}
#endif

/// Loops in which lanes leave at different times.
extern "C" __global__ void check_divergence(unsigned* failures) {
  const int lane = int(threadIdx.x % 32);
  int sum = 0;
  for (int i = 0; i < lane; ++i) {
    if (i % 3 == 0) continue;
    if (i == 25) break;
    sum += i;
  }
  int expected = 0;
  for (int i = 0; i < min(lane, 25); ++i) expected += i % 3 == 0 ? 0 : i;
  CHECK(sum == expected);
  for (unsigned rest = __ballot_sync(~0u, lane % 5 == 2); rest != 0; rest &= rest - 1) {
    const int from = __ffs(rest) - 1;
    CHECK(__shfl_sync(~0u, lane * lane, from) == from * from);
  }
}

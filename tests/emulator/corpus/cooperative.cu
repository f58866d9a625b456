// Cooperative groups: tiles, partitions, reductions, scans, asynchronous copies; grid synchronisation in
// check_grid_cooperative.
#include "check.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;
__device__ int slots[1024];
__device__ int source_data[256];

template <unsigned size>
__device__ void tile(unsigned* failures) {
  const auto block = cg::this_thread_block();
  const auto group = cg::tiled_partition<size>(block);
  const int rank = int(group.thread_rank());
  CHECK(group.size() == size && rank == int(threadIdx.x % size) &&
        group.meta_group_rank() == threadIdx.x / size);
  CHECK(cg::reduce(group, rank, cg::plus<int>()) == int(size * (size - 1) / 2) &&
        cg::reduce(group, rank, cg::greater<int>()) == int(size - 1));
  CHECK(cg::reduce(group, float(rank), cg::plus<float>()) == float(size * (size - 1) / 2) &&
        cg::reduce(group, 1ull << rank % 32, cg::bit_or<unsigned long long>()) != 0);
  CHECK(cg::inclusive_scan(group, 1) == rank + 1 && cg::exclusive_scan(group, rank) == rank * (rank - 1) / 2);
  CHECK(group.shfl(rank, 0) == 0 && group.shfl_down(rank, 1) == (rank + 1 < int(size) ? rank + 1 : rank) &&
        group.shfl_xor(rank, size / 2) == (rank ^ int(size / 2)));
  CHECK(group.any(rank == 0) && group.all(rank >= 0) && __popc(group.ballot(1)) == int(size));
  group.sync();
}

extern "C" __global__ void check_tiles(unsigned* failures) {
  tile<32>(failures), tile<16>(failures), tile<8>(failures), tile<4>(failures), tile<2>(failures);
  const auto block = cg::this_thread_block();
  const auto dynamic = cg::tiled_partition(block, 8);
  CHECK(dynamic.size() == 8 && dynamic.thread_rank() == threadIdx.x % 8);
  block.sync();
  CHECK(block.thread_rank() == threadIdx.x && block.num_threads() == blockDim.x &&
        block.group_index().x == blockIdx.x);
}

extern "C" __global__ void check_large_tiles(unsigned* failures) {
  __shared__ cg::block_tile_memory<256> memory;
  const auto block = cg::this_thread_block(memory);
  const auto group = cg::tiled_partition<128>(block);
  CHECK(cg::reduce(group, 1, cg::plus<int>()) == 128 && group.shfl(int(group.thread_rank()), 100) == 100 &&
        group.any(group.thread_rank() == 127));
  group.sync();
}

extern "C" __global__ void check_coalesced(unsigned* failures) {
  if (threadIdx.x % 3 == 0) {
    const auto active = cg::coalesced_threads();
    CHECK(active.size() == unsigned(__popc(__activemask())) &&
          cg::reduce(active, 1, cg::plus<int>()) == int(active.size()));
    CHECK(active.shfl(int(threadIdx.x), 0) ==
          int(threadIdx.x / 32 * 32 + (3 - threadIdx.x / 32 * 32 % 3) % 3));
    CHECK(cg::exclusive_scan(active, 1) == int(active.thread_rank()));
  }
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto halves = cg::binary_partition(warp, threadIdx.x % 2 == 0);
  CHECK(halves.size() == 16);
  const auto labels = cg::labeled_partition(warp, threadIdx.x % 4);
  CHECK(labels.size() == 8 && cg::reduce(labels, 1, cg::plus<int>()) == 8);
  cg::invoke_one(warp, [&] { atomicAdd(failures, 0u); });
}

extern "C" __global__ void check_copies(unsigned* failures) {
  __shared__ int buffer[256];
  const auto block = cg::this_thread_block();
  if (blockIdx.x == 0) source_data[threadIdx.x] = int(threadIdx.x) * 3;
  block.sync();
  if (blockIdx.x != 0) return;
  cg::memcpy_async(block, buffer, source_data, sizeof buffer);
  cg::wait(block);
  CHECK(buffer[255 - threadIdx.x] == int(255 - threadIdx.x) * 3);
  block.sync();
  cg::memcpy_async(block, buffer, source_data, sizeof(int) * 100);
  cg::wait_prior<0>(block);
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<decltype(token)&&>(token));
}

/// Launched cooperatively.
extern "C" __global__ void check_grid_cooperative(unsigned* failures) {
  const auto grid = cg::this_grid();
  const unsigned i = unsigned(grid.thread_rank()), n = unsigned(grid.size());
  CHECK(grid.is_valid() && n == gridDim.x * blockDim.x);
  for (int round = 0; round < 3; ++round) {
    if (i < 1024) slots[i] = int(i) + round;
    grid.sync();
    CHECK(slots[(n - 1 - i) % 1024] == int((n - 1 - i) % 1024) + round);
    grid.sync();
  }
  auto token = grid.barrier_arrive();
  grid.barrier_wait(static_cast<decltype(token)&&>(token));
}

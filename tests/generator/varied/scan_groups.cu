// Prefix sums by cooperative groups; a header of the toolkit that brings no kernels here.
#include <cooperative_groups.h>
#include <cstdint>

namespace cg = cooperative_groups;

namespace scan {

template <class T>
__global__ __launch_bounds__(1024) void inclusive(T const* __restrict__ const in, T* __restrict__ const out, std::int32_t const n) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  T value = static_cast<std::int32_t>(threadIdx.x) < n ? in[threadIdx.x] : T{};
  for (unsigned step = 1; step < tile.size(); step *= 2) {
    T other = tile.shfl_up(value, step);
    if (tile.thread_rank() >= step) value += other;
  }
  out[threadIdx.x] = value;
}
template __global__ void inclusive<std::int64_t>(std::int64_t const* const, std::int64_t* const, std::int32_t const);
template __global__ void inclusive<float>(float const* const, float* const, std::int32_t const);

/// Needs a cooperative launch.
__global__ void grid_wide(int* data, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    data[threadIdx.x] += i;
    cg::this_grid().sync();
  }
}

}  // namespace scan

// What thrust and cub launch for whole arrays: the parts of their scan, whose blocks look back at each other,
// in kernels of this file.
#include "check.cuh"

#include <cub/cub.cuh>

namespace {
constexpr int block = 256, per_thread = 4, tile = block * per_thread, tiles = 4, count = tiles * tile - 100;

using Policy = cub::AgentScanPolicy<block, per_thread, int, cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::LOAD_DEFAULT,
                                    cub::BLOCK_STORE_WARP_TRANSPOSE, cub::BLOCK_SCAN_WARP_SCANS>;
using State = cub::ScanTileState<int>;
__device__ int input[count], output[count];
__device__ __align__(16) char state_memory[4096];

__device__ State tile_state() {
  State state;
  size_t needed = 0;
  State::AllocationSize(tiles, needed);
  state.Init(tiles, state_memory, sizeof state_memory);
  return state;
}
}  // namespace

extern "C" __global__ void check_scan_1_start(unsigned* failures) {
  for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += int(gridDim.x * blockDim.x))
    input[i] = i % 7;
  State state = tile_state();
  state.InitializeStatus(tiles);
  CHECK(gridDim.x == tiles);
}

extern "C" __global__ void check_scan_2_look_back(unsigned* failures) {
  using Agent = cub::detail::scan::AgentScan<Policy, int*, int*, ::cuda::std::plus<>, int, int, int>;
  __shared__ typename Agent::TempStorage storage;
  State state = tile_state();
  Agent(storage, input, output, ::cuda::std::plus<>{}, 0).ConsumeRange(count, state, 0);
  CHECK(input[0] == 0);
}

extern "C" __global__ void check_scan_3_result(unsigned* failures) {
  for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += int(gridDim.x * blockDim.x)) {
    const int full = i / 7, rest = i % 7;
    CHECK(output[i] == full * 21 + rest * (rest - 1) / 2);
  }
}

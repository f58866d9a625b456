#include <cstdint>

#include "tile.hpp"

/// Adds two vectors by way of shared memory, one tile a block: `out[i] = a[i] + b[i]`.
///
/// @param a, b  the `len` addends
/// @param out   receives the `len` sums
/// @param len   number of elements; launch ceil(len / tile_size) blocks of tile_size threads
extern "C" __global__ void __launch_bounds__(tile_size)
    tiled_add(const float* a, const float* b, float* out, std::uint32_t len) {
  __shared__ float tile_a[tile_size];
  __shared__ float tile_b[tile_size];

  const std::uint32_t lane = threadIdx.x;
  const std::uint32_t i = blockIdx.x * tile_size + lane;

  // Zero fill: threads past the end write too, so that no element of a tile is ever uninitialised.
  tile_a[lane] = i < len ? a[i] : 0.0f;
  tile_b[lane] = i < len ? b[i] : 0.0f;

  // Outside every branch: all threads of the block must arrive, or the block hangs.
  __syncthreads();

  if (i < len) {
    out[i] = tile_a[lane] + tile_b[lane];
  }
}

/// Reverses each tile in place: every thread reads what another thread wrote, so the barrier is needed.
///
/// @param values  `len` elements; a last tile shorter than tile_size is reversed within its own length
/// @param len     number of elements; launch ceil(len / tile_size) blocks of tile_size threads
extern "C" __global__ void __launch_bounds__(tile_size) reverse_tiles(float* values, std::uint32_t len) {
  __shared__ float tile[tile_size];

  const std::uint32_t start = blockIdx.x * tile_size;
  const std::uint32_t lane = threadIdx.x;
  const std::uint32_t filled = min(tile_size, len - start);

  tile[lane] = lane < filled ? values[start + lane] : 0.0f;
  __syncthreads();
  if (lane < filled) {
    values[start + lane] = tile[filled - 1 - lane];
  }
}

#include <cstdint>

#include "tile.hpp"

/// Multiplies two matrices, C = A · B, tile by tile through shared memory. All are dense and row-major.
///
/// A block computes one tile of C. It walks along a row of tiles of A and down a column of tiles of B; every
/// element is read from global memory once a block instead of tile_width times.
///
/// @param a        `rows` × `inner` elements
/// @param b        `inner` × `columns` elements
/// @param c        receives `rows` × `columns` elements
/// @param rows     rows of A and C
/// @param inner    columns of A, rows of B
/// @param columns  columns of B and C; launch ceil(columns / tile_width) × ceil(rows / tile_width) blocks of
///                 tile_width × tile_width threads
extern "C" __global__ void __launch_bounds__(tile_width* tile_width)
    matmul(const float* a, const float* b, float* c, std::uint32_t rows, std::uint32_t inner,
           std::uint32_t columns) {
  __shared__ float tile_a[tile_width][tile_width];
  __shared__ float tile_b[tile_width][tile_width];

  const std::uint32_t row = blockIdx.y * tile_width + threadIdx.y;
  const std::uint32_t column = blockIdx.x * tile_width + threadIdx.x;

  float sum = 0.0f;
  for (std::uint32_t start = 0; start < inner; start += tile_width) {
    // Zeros outside the matrices: they add nothing, and every thread of the block reaches the barriers.
    const std::uint32_t a_column = start + threadIdx.x;
    const std::uint32_t b_row = start + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < rows && a_column < inner ? a[row * inner + a_column] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = b_row < inner && column < columns ? b[b_row * columns + column] : 0.0f;
    __syncthreads();

    for (std::uint32_t k = 0; k < tile_width; ++k) {
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    }
    __syncthreads();  // nobody overwrites a tile that another thread still reads
  }
  if (row < rows && column < columns) {
    c[row * columns + column] = sum;
  }
}

// Multiplies two matrices on the GPU and checks every element against the CPU.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <iostream>
#include <matmul_kernels.hpp>
#include <vector>

#include "tile.hpp"

namespace {

// No multiples of the tile: its edges are tested too.
constexpr std::uint32_t rows = 300;
constexpr std::uint32_t inner = 203;
constexpr std::uint32_t columns = 250;

/// Small integers: every sum is exact, whatever the order of its terms.
std::vector<float> numbers(std::size_t count, unsigned seed) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    values[i] = static_cast<float>(static_cast<int>(seed >> 24) - 128);
  }
  return values;
}

std::vector<float> product_on_cpu(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> c(std::size_t{rows} * columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < inner; ++k) {
      const float factor = a[row * inner + k];
      for (std::size_t column = 0; column < columns; ++column) {
        c[row * columns + column] += factor * b[k * columns + column];
      }
    }
  }
  return c;
}

int run() {
  gpu::Device device{0};
  gpu::Context context{device};
  gpu::Stream stream;
  std::cout << "Running on: " << device.name() << '\n';

  const std::vector<float> host_a = numbers(std::size_t{rows} * inner, 1);
  const std::vector<float> host_b = numbers(std::size_t{inner} * columns, 2);
  auto a = gpu::DeviceBuffer<float>::from(host_a);
  auto b = gpu::DeviceBuffer<float>::from(host_b);
  auto c = gpu::DeviceBuffer<float>::uninitialised(std::size_t{rows} * columns);

  const std::uint32_t grid_x = (columns + tile_width - 1) / tile_width;
  const std::uint32_t grid_y = (rows + tile_width - 1) / tile_width;
  matmul_kernels::matmul({.grid = {grid_x, grid_y}, .block = {tile_width, tile_width}, .stream = stream}, a,
                         b, c, rows, inner, columns);
  stream.synchronize();

  std::vector<float> host_c(std::size_t{rows} * columns);
  c.copy_to(host_c);
  const std::vector<float> expected = product_on_cpu(host_a, host_b);
  for (std::size_t i = 0; i < host_c.size(); ++i) {
    if (host_c[i] != expected[i]) {
      std::cerr << "Row " << i / columns << ", column " << i % columns << " is wrong: got " << host_c[i]
                << ", expected " << expected[i] << '\n';
      return EXIT_FAILURE;
    }
  }
  std::cout << "All " << host_c.size() << " elements verified correct.\n";
  return EXIT_SUCCESS;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const gpu::Error& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}

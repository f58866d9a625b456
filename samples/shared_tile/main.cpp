// Two kernels that stage their data in shared memory, over a length that is no multiple of the tile.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <iostream>
#include <tile_kernels.hpp>
#include <vector>

#include "tile.hpp"

namespace {

constexpr std::uint32_t length = 1'000'003;

/// What the two kernels should leave, computed plainly.
std::vector<float> expected_result(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> sums(length);
  std::transform(a.begin(), a.end(), b.begin(), sums.begin(), [](float x, float y) { return x + y; });
  for (std::size_t start = 0; start < length; start += tile_size) {
    const auto first = sums.begin() + static_cast<std::ptrdiff_t>(start);
    std::reverse(first,
                 first + static_cast<std::ptrdiff_t>(std::min<std::size_t>(tile_size, length - start)));
  }
  return sums;
}

int run() {
  gpu::Device device{0};
  gpu::Context context{device};
  gpu::Stream stream;
  std::cout << "Running on: " << device.name() << '\n';

  std::vector<float> host_a(length);
  std::vector<float> host_b(length);
  for (std::size_t i = 0; i < length; ++i) {
    host_a[i] = static_cast<float>(i % 1000);
    host_b[i] = static_cast<float>(i / 1000);
  }

  auto a = gpu::DeviceBuffer<float>::from(host_a);
  auto b = gpu::DeviceBuffer<float>::from(host_b);
  auto out = gpu::DeviceBuffer<float>::zeroed(length);

  const gpu::LaunchConfig config{
      .grid = gpu::blocks_for(length, tile_size), .block = tile_size, .stream = stream};
  tile_kernels::tiled_add(config, a, b, out, length);
  tile_kernels::reverse_tiles(config, out, length);  // same stream: runs after tiled_add
  stream.synchronize();

  std::vector<float> host_out(length);
  out.copy_to(host_out);
  const std::vector<float> expected = expected_result(host_a, host_b);
  const auto [got, want] = std::mismatch(host_out.begin(), host_out.end(), expected.begin());
  if (got != host_out.end()) {
    std::cerr << "Element " << (got - host_out.begin()) << " is wrong: got " << *got << ", expected " << *want
              << '\n';
    return EXIT_FAILURE;
  }
  std::cout << "All " << length << " elements verified correct.\n";
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

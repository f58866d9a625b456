// Adds two vectors of 1,048,576 floats on the GPU and checks every sum.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <iostream>
#include <vector>
#include <vector_kernels.hpp>

namespace {

constexpr std::uint32_t length = 1'048'576;
constexpr std::uint32_t threads_per_block = 256;

int run() {
  gpu::Device device{0};
  gpu::Context context{device};
  gpu::Stream stream;
  std::cout << "Running on: " << device.name() << '\n';

  std::vector<float> host_a(length);
  std::vector<float> host_b(length);
  for (std::size_t i = 0; i < length; ++i) {
    host_a[i] = static_cast<float>(i);
    host_b[i] = static_cast<float>(2 * i);
  }

  auto a = gpu::DeviceBuffer<float>::from(host_a);
  auto b = gpu::DeviceBuffer<float>::from(host_b);
  auto out = gpu::DeviceBuffer<float>::zeroed(length);

  vector_kernels::vector_add(
      {.grid = gpu::blocks_for(length, threads_per_block), .block = threads_per_block, .stream = stream}, a,
      b, out, length);
  stream.synchronize();

  std::vector<float> host_out(length);
  out.copy_to(host_out);
  for (std::size_t i = 0; i < length; ++i) {
    const float expected = host_a[i] + host_b[i];
    if (host_out[i] != expected) {
      std::cerr << "Element " << i << " is wrong: got " << host_out[i] << ", expected " << expected << '\n';
      return EXIT_FAILURE;
    }
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

#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>
#include <vector_kernels.hpp>

int main() {
  constexpr unsigned count = 1000;
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  auto values = gpu::DeviceBuffer<int>::uninitialised(count);
  const gpu::LaunchConfig config{.grid = gpu::blocks_for(count, 128), .block = 128, .stream = stream};
  vector_kernels::fill(config, values, 7, count);
  vector_kernels::add_index(config, values, count);
  vector_kernels::negate(config, values, count);
  stream.synchronize();
  std::vector<int> host(count);
  values.copy_to(host);
  for (unsigned i = 0; i < count; ++i) {
    const int expected = -(7 + static_cast<int>(i));
    if (host[i] != expected) {
      std::printf("element %u is %d, expected %d\n", i, host[i], expected);
      return 1;
    }
  }
  std::puts("vector_app: right");
}

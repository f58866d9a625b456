#include <consumer/pixels.hpp>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>
#include <vector_kernels.hpp>

int main() {
  constexpr unsigned count = 300;
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  auto values = gpu::DeviceBuffer<int>::uninitialised(count);
  const gpu::LaunchConfig config{.grid = gpu::blocks_for(count, 64), .block = 64, .stream = stream};
  vector_kernels::fill(config, values, 1, count);
  consumer::pixels::demo::adjust(config, values, consumer::Adjustment{consumer::Mode::multiply, 10}, count);
  stream.synchronize();
  std::vector<int> host(count);
  values.copy_to(host);
  for (const int value : host) {
    if (value != 10 * 3 * 2 + 5) {
      std::printf("a pixel is %d, expected 65\n", value);
      return 1;
    }
  }
  std::puts("both_app: right");
}

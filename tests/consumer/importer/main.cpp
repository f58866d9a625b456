#include <cstdio>
#include <exporter/kernels.hpp>
#include <gpu/gpu.hpp>
#include <vector>

int main() {
  constexpr unsigned count = 100;
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  auto values = gpu::DeviceBuffer<double>::zeroed(count);
  exporter_kernels::shift({.grid = 1, .block = 128, .stream = stream}, values, exporter::Offset{1.5, 4},
                          count);
  stream.synchronize();
  std::vector<double> host(count);
  values.copy_to(host);
  for (const double value : host) {
    if (value != 6.0) {
      std::printf("a value is %f, expected 6\n", value);
      return 1;
    }
  }
  std::puts("importer: right");
}

#include <cstdio>
#include <gpu/gpu.hpp>
#include <kernels.hpp>
#include <vector>

int main() {
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  auto out = gpu::DeviceBuffer<int>::zeroed(1);
  kernels::which({.grid = 1, .block = 1, .stream = stream}, out);
  stream.synchronize();
  std::vector<int> host(1);
  out.copy_to(host);
  std::printf("which: %d\n", host[0]);
}

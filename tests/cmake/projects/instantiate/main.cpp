#include <gpu/gpu.hpp>
#include <kernels.hpp>

int main(int count, char**) {
  if (count == 1) {
    return 0;
  }
  auto floats = gpu::DeviceBuffer<float>::zeroed(1);
  auto ints = gpu::DeviceBuffer<int>::zeroed(1);
  auto pixels = gpu::DeviceBuffer<app::Pixel>::zeroed(1);
  const gpu::LaunchConfig once{.grid = 1, .block = 1};
  kernels::app::scale<float>(once, floats);
  kernels::app::scale<app::Pixel, 2>(once, pixels);
  kernels::app::shift<app::Mode::twice, true>(once, ints);
  kernels::app::hidden<int>(once, ints);
  kernels::app::fill<float>(once, floats, 1.0f);
}

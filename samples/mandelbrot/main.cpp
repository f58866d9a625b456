// Computes the Mandelbrot set on the GPU, checks every pixel against the CPU and writes mandelbrot.png.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <iomanip>
#include <iostream>
#include <mandelbrot_kernels.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "escape_time.hpp"
#include "png.hpp"

namespace {

constexpr View view{.left = -2.1f, .top = -1.0f, .step = 0.005f, .width = 600, .height = 400};
constexpr std::uint32_t block_width = 16;
constexpr std::uint32_t block_height = 16;

/// Dark blue over white to brown as points take longer to escape; black for those that stay.
std::array<Colour, 256> palette() {
  std::array<Colour, 256> colours{};
  for (unsigned steps = 0; steps < 255; ++steps) {
    const unsigned shade = steps * 16 % 256;
    const auto rising = static_cast<std::uint8_t>(shade);
    const auto falling = static_cast<std::uint8_t>(255 - shade);
    colours[steps] = steps / 16 % 2 == 0
                         ? Colour{rising, rising, static_cast<std::uint8_t>(96 + shade * 159 / 255)}
                         : Colour{static_cast<std::uint8_t>(64 + falling * 3 / 4), falling, falling};
  }
  return colours;
}

int run(const std::string& path) {
  gpu::Device device{0};
  gpu::Context context{device};
  gpu::Stream stream;
  std::cout << "Running on: " << device.name() << '\n';

  auto device_pixels = gpu::DeviceBuffer<std::uint8_t>::uninitialised(std::size_t{view.width} * view.height);
  const std::uint32_t grid_x = (view.width + block_width - 1) / block_width;
  const std::uint32_t grid_y = (view.height + block_height - 1) / block_height;
  mandelbrot_kernels::mandelbrot(
      {.grid = {grid_x, grid_y}, .block = {block_width, block_height}, .stream = stream}, device_pixels,
      view);
  stream.synchronize();

  std::vector<std::uint8_t> pixels(std::size_t{view.width} * view.height);
  device_pixels.copy_to(pixels);
  for (std::uint32_t y = 0; y < view.height; ++y) {
    for (std::uint32_t x = 0; x < view.width; ++x) {
      const std::uint32_t expected = escape_time(view, x, y, 255);
      const std::uint32_t got = pixels[std::size_t{y} * view.width + x];
      if (got != expected) {
        std::cerr << "Pixel (" << x << ", " << y << ") is wrong: got " << got << ", expected " << expected
                  << '\n';
        return EXIT_FAILURE;
      }
    }
  }
  std::cout << "All " << pixels.size() << " pixels verified correct.\n";

  const std::uint32_t crc = write_png(path, view.width, view.height, pixels, palette());
  std::cout << "Wrote " << path << ", CRC-32 " << std::hex << std::setw(8) << std::setfill('0') << crc
            << ".\n";
  return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count > 1 ? arguments[1] : "mandelbrot.png");
  } catch (const std::exception& error) {  // gpu::Error is one
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}

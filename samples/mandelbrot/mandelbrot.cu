#include "escape_time.hpp"

/// Computes an image of the Mandelbrot set, one pixel a thread.
///
/// @param pixels  receives width × height escape times, row by row; 255 for points that stay
/// @param view    what the image shows; launch enough threads in x and y to cover it
__global__ void mandelbrot(std::uint8_t* pixels, View view) {
  const std::uint32_t x = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < view.width && y < view.height) {
    pixels[y * view.width + x] = static_cast<std::uint8_t>(escape_time(view, x, y, 255));
  }
}

#pragma once

#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define MANDELBROT_BOTH_SIDES __host__ __device__
#else
#define MANDELBROT_BOTH_SIDES
#endif

/// The part of the plane that an image shows: pixel (x, y) stands for (left + x · step) + (top + y · step) i.
struct View {
  float left;
  float top;
  float step;
  std::uint32_t width;   // pixels
  std::uint32_t height;  // pixels
};

/// Steps of z ← z² + c from z = 0 until |z| > 2, at most `limit`. Compiled for the GPU and for the CPU: every
/// product is part of an fma, so that no compiler can fuse it otherwise, and both get the same bits.
MANDELBROT_BOTH_SIDES inline std::uint32_t escape_time(const View& view, std::uint32_t x, std::uint32_t y,
                                                       std::uint32_t limit) {
  const float c_re = fmaf(static_cast<float>(x), view.step, view.left);
  const float c_im = fmaf(static_cast<float>(y), view.step, view.top);
  float re = 0.0f;
  float im = 0.0f;
  std::uint32_t steps = 0;
  while (steps < limit && fmaf(re, re, fmaf(im, im, 0.0f)) <= 4.0f) {
    const float next_re = fmaf(re, re, fmaf(-im, im, c_re));
    im = fmaf(re + re, im, c_im);
    re = next_re;
    ++steps;
  }
  return steps;
}

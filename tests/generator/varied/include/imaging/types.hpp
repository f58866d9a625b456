#pragma once
#include <cstdint>
#include <vector_types.h>

namespace imaging {

enum class Border : std::uint8_t { clamp, wrap, mirror };

constexpr int kRadius = 3;
constexpr float kSigma = 1.5f;

/// Maps destination to source pixels.
struct Affine {
  float2 column[2];
  float2 offset;
};

struct Size {
  int width, height;
};

template <class Pixel>
struct View {
  Pixel* data;
  std::int64_t pitch;
  Size size;
};

}  // namespace imaging

#pragma once

namespace app {

enum class Mode { fast, exact };
constexpr float kScale = 0.5f;

struct Range {
  int first, last;
};

#ifdef __CUDACC__
/// Scales a vector; documented where it is declared.
__global__ void scale(float* data, unsigned n, float by = kScale, Mode mode = Mode::exact);
#endif

}  // namespace app

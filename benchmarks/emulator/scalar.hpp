#pragma once
/// The kernels of kernels.cu as plain C++ for one core, compiled at -O2 without vectorisation: what a test
/// without an emulator might run.

#include <cstddef>

namespace emulator_benchmark {

struct Body {
  float x, y, z, mass;
};

void matmul(const float* a, const float* b, float* c, unsigned n);
void nbody(const Body* bodies, Body* accelerations, unsigned n);

}  // namespace emulator_benchmark

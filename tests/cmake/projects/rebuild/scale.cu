#include "factor.hpp"

/// Multiplies each element.
extern "C" __global__ void scale(float* values, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // The last block may reach past the end.
  if (i < count) values[i] = values[i] * FACTOR;
}

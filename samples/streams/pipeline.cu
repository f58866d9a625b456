#include <cstdint>

namespace pipeline {

/// First stage: `scaled[i] = factor * input[i]`.
///
/// @param input   `len` elements
/// @param scaled  receives `len` elements
/// @param len     number of elements
__global__ void scale(const float* input, float* scaled, float factor, std::uint32_t len) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) {
    scaled[i] = factor * input[i];
  }
}

/// Second stage: `total[i] += scaled[i]`.
///
/// @param scaled  `len` elements
/// @param total   `len` running sums
/// @param len     number of elements
__global__ void accumulate(const float* scaled, float* total, std::uint32_t len) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) {
    total[i] += scaled[i];
  }
}

}  // namespace pipeline

#include <cstdint>

/// Adds two vectors, one element a thread.
///
/// @param a, b  the `len` addends
/// @param out   receives the `len` sums
/// @param len   number of elements; the grid may be larger
extern "C" __global__ void __launch_bounds__(256)
    vector_add(const float* a, const float* b, float* out, std::uint32_t len) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) {  // the last block may reach past the end
    out[i] = a[i] + b[i];
  }
}

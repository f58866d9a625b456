#include <from_include.hpp>

#if !FROM_DIRECTORY || !FROM_EXPRESSION || !FROM_INCLUDE || !defined(FROM_FLAGS)
#error "what the project gives to device code is missing"
#endif
#if defined(HOST_ONLY) || defined(__SANITIZE_ADDRESS__)
#error "what the project gives to host code reached device code"
#endif
static_assert(__cplusplus == 201703L, "CMAKE_CUDA_STANDARD is 17");

extern "C" __global__ void first(float* values, unsigned count) {
  const unsigned i = threadIdx.x;
  if (i < count) values[i] = sinf(values[i]);
}

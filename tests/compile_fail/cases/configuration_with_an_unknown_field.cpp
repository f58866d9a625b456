// gcc: no match for call to '(const kernels::scale_t) (<brace-enclosed initializer list>
// gcc: no known conversion for argument 1 from '<brace-enclosed initializer list>' to 'const gpu::LaunchConfig&'
// clang: cannot convert initializer list argument to 'const gpu::LaunchConfig'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale({.grid = 1, .block = 256, .shared = 64}, g.in, g.out, g.count);
#else
  kernels::scale({.grid = 1, .block = 256, .shared_bytes = 64}, g.in, g.out, g.count);
#endif
}

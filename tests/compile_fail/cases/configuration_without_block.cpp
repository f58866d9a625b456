// gcc: no known conversion for argument 1
// gcc: to 'const gpu::LaunchConfig&'
// clang: cannot convert initializer list argument to 'const gpu::LaunchConfig'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale({.grid = 1}, g.in, g.out, g.count);
#else
  kernels::scale({.grid = 1, .block = 256}, g.in, g.out, g.count);
#endif
}

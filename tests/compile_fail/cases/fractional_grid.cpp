// gcc: no known conversion for argument 1
// gcc: to 'const gpu::LaunchConfig&'
// clang: cannot convert initializer list argument to 'const gpu::LaunchConfig'
#include "../stubs.hpp"

void call(Given& g) {
  double n = 1000;
#ifdef WRONG
  kernels::scale({.grid = n / 256, .block = 256}, g.in, g.out, g.count);
#else
  kernels::scale({.grid = gpu::blocks_for(1000, 256), .block = 256}, g.in, g.out, g.count);
#endif
}

// gcc: use of deleted function 'gpu::Dim3::Dim3()'
// gcc: a launch configuration has both .grid and .block
// clang: cannot convert initializer list argument to 'const gpu::LaunchConfig'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale({.block = 256}, g.in, g.out, g.count);
#else
  kernels::scale({.grid = 1, .block = 256}, g.in, g.out, g.count);
#endif
}

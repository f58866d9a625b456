// flags: -Werror
// gcc: use of deleted function 'gpu::Dim3::Dim3()'
// gcc: designator order for field 'gpu::LaunchConfig::grid' does not match declaration order
// clang: ISO C++ requires field designators to be specified in declaration order
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale({.block = 256, .grid = 1}, g.in, g.out, g.count);
#else
  kernels::scale({.grid = 1, .block = 256}, g.in, g.out, g.count);
#endif
}

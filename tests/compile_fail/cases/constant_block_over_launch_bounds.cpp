// gcc: the kernel's __launch_bounds__ allow fewer threads
// gcc: [with limit = 256; threads = 512]' evaluated to 'false'
// clang: the kernel's __launch_bounds__ allow fewer threads
// clang: '512U <= 256U' (512 <= 256) evaluated to false
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale({.grid = 1, .block = kernels::scale.block<512>()}, g.in, g.out, g.count);
#else
  kernels::scale({.grid = 1, .block = kernels::scale.block<16, 16>()}, g.in, g.out, g.count);
#endif
}

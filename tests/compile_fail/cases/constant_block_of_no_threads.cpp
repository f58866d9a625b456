// gcc: a block has at least one thread in each dimension
// clang: a block has at least one thread in each dimension
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::raw({.grid = 1, .block = gpu::block<0>}, g.in);
#else
  kernels::raw({.grid = 1, .block = gpu::block<1>}, g.in);
#endif
}

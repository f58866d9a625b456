// gcc: a block has at most 1024 threads
// gcc: [with limit = 1024; threads = 1056]' evaluated to 'false'
// clang: a block has at most 1024 threads
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::raw({.grid = 1, .block = gpu::block<32, 33>}, g.in);
#else
  kernels::raw({.grid = 1, .block = gpu::block<32, 32>}, g.in);
#endif
}

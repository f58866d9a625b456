// gcc: the kernel was compiled for one block size only
// gcc: [with only_x = 16; x = 128]' evaluated to 'false'
// clang: '128U == 16U' (128 == 16) evaluated to false
// clang: the kernel was compiled for one block size only
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::tile({.grid = 1, .block = kernels::tile.block<128>()}, g.out);
#else
  kernels::tile({.grid = 1, .block = kernels::tile.block<16, 8>()}, g.out);
#endif
}

// gcc: narrowing conversion of '-1' from 'int' to 'unsigned int'
// clang: non-type template argument evaluates to -1, which cannot be narrowed to type 'unsigned int'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::raw({.grid = 1, .block = gpu::block<-1>}, g.in);
#else
  kernels::raw({.grid = 1, .block = gpu::block<1>}, g.in);
#endif
}

// gcc: no known conversion for argument 4 from 'int*'
// gcc: to 'gpu::Arg<unsigned int>'
// clang: no known conversion from 'int *'
// clang: to 'gpu::Arg<std::uint32_t>'
#include "../stubs.hpp"

void call(Given& g) {
  int* pointer = nullptr;
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, pointer);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}

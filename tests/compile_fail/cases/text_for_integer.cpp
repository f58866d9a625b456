// gcc: no known conversion for argument 4 from 'std::string'
// gcc: to 'gpu::Arg<unsigned int>'
// clang: no known conversion from 'std::string'
// clang: to 'gpu::Arg<std::uint32_t>'
#include "../stubs.hpp"

void call(Given& g) {
  std::string text;
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, text);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}

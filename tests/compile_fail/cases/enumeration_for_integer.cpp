// gcc: cannot convert 'Mode::sum' (type 'Mode') to type 'gpu::Arg<long unsigned int>'
// clang: no known conversion from 'Mode' to 'gpu::Arg<std::size_t>'
// clang: for 6th argument
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, Mode::sum, g.pair);
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, g.pair);
#endif
}

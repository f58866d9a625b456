// gcc: cannot convert '"yes"' (type 'const char [4]') to type 'gpu::Arg<bool>'
// clang: no known conversion from 'const char[4]' to 'gpu::Arg<bool>' for 4th argument
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, "yes", g.mode, g.size, g.pair);
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, g.pair);
#endif
}

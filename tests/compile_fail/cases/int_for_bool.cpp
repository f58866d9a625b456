// gcc: cannot convert '1' (type 'int') to type 'gpu::Arg<bool>'
// clang: no known conversion from 'int'
// clang: to 'gpu::Arg<bool>'
// clang: for 4th argument
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, 1, g.mode, g.size, g.pair);
#else
  kernels::settings(g.config, g.factor, g.offset, true, g.mode, g.size, g.pair);
#endif
}

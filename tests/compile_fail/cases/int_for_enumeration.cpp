// gcc: cannot convert '1' (type 'int') to type 'gpu::Arg<Mode>'
// clang: no known conversion from 'int'
// clang: to 'gpu::Arg<Mode>'
// clang: for 5th argument
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, g.flag, 1, g.size, g.pair);
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, g.pair);
#endif
}

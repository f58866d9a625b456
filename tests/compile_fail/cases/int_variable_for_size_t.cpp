// gcc: the value of 'size' is not usable in a constant expression
// clang: read of non-const variable 'size' is not allowed in a constant expression
#include "../stubs.hpp"

void call(Given& g) {
  int size = 5;
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, size, g.pair);
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, g.pair);
#endif
}

// gcc: the value of 'factor' is not usable in a constant expression
// clang: read of non-const variable 'factor' is not allowed in a constant expression
#include "../stubs.hpp"

void call(Given& g) {
  int factor = 2;
#ifdef WRONG
  kernels::settings(g.config, factor, g.offset, g.flag, g.mode, g.size, g.pair);
#else
  kernels::settings(g.config, 2, factor, g.flag, g.mode, g.size, g.pair);
#endif
}

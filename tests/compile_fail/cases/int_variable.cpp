// gcc: the value of 'elements' is not usable in a constant expression
// clang: read of non-const variable 'elements' is not allowed in a constant expression
#include "../stubs.hpp"

void call(Given& g) {
  int elements = 5;
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, elements);
#else
  const int constant = 5;
  kernels::scale(g.config, g.in, g.out, constant);
#endif
}

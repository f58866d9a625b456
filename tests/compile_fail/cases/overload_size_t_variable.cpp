// gcc: the value of 'elements' is not usable in a constant expression
// clang: read of non-const variable 'elements' is not allowed in a constant expression
#include "../stubs.hpp"

void call(Given& g) {
  std::size_t elements = 5;
#ifdef WRONG
  kernels::fill(g.config, g.out, elements);
#else
  kernels::fill(g.config, g.out, 1024);
  kernels::fill(g.config, g.out, static_cast<unsigned>(elements));
#endif
}

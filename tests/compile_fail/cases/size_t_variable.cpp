// gcc: the value of 'elements' is not usable in a constant expression
// clang: read of non-const variable 'elements' is not allowed in a constant expression
#include "../stubs.hpp"

void call(Given& g) {
  std::size_t elements = 5;
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, elements);
#else
  kernels::scale(g.config, g.in, g.out, static_cast<std::uint32_t>(elements));
#endif
}

// gcc: in 'constexpr' expansion of 'gpu::Arg<unsigned int>(elements)'
// gcc: a_variable_needs_static_cast_to<unsigned int, int>
// gcc: the value of 'elements' is not usable in a constant expression
// clang: call to consteval function 'gpu::Arg<unsigned int>::Arg<int>' is not a constant expression
// clang: read of non-const variable 'elements' is not allowed in a constant expression
// clang: no constant, so it might not fit: static_cast the argument
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

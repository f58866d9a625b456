// gcc: in 'constexpr' expansion of 'gpu::Arg<unsigned int>(elements)'
// gcc: a_variable_needs_static_cast_to<unsigned int, long unsigned int>
// gcc: the value of 'elements' is not usable in a constant expression
// clang: call to consteval function 'gpu::Arg<unsigned int>::Arg<unsigned long>' is not a constant expression
// clang: read of non-const variable 'elements' is not allowed in a constant expression
// clang: no constant, so it might not fit: static_cast the argument
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

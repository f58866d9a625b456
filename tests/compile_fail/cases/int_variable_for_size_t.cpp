// gcc: in 'constexpr' expansion of 'gpu::Arg<long unsigned int>(size)'
// gcc: a_variable_needs_static_cast_to<long unsigned int, int>
// gcc: the value of 'size' is not usable in a constant expression
// clang: call to consteval function 'gpu::Arg<unsigned long>::Arg<int>' is not a constant expression
// clang: read of non-const variable 'size' is not allowed in a constant expression
// clang: no constant, so it might not fit: static_cast the argument
#include "../stubs.hpp"

void call(Given& g) {
  int size = 5;
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, size, g.pair);
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, g.pair);
#endif
}

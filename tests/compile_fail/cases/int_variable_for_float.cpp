// gcc: in 'constexpr' expansion of 'gpu::Arg<float>(factor)'
// gcc: a_variable_needs_static_cast_to<float, int>
// gcc: the value of 'factor' is not usable in a constant expression
// clang: call to consteval function 'gpu::Arg<float>::Arg<int>' is not a constant expression
// clang: read of non-const variable 'factor' is not allowed in a constant expression
// clang: no constant, so it might not fit: static_cast the argument
#include "../stubs.hpp"

void call(Given& g) {
  int factor = 2;
#ifdef WRONG
  kernels::settings(g.config, factor, g.offset, g.flag, g.mode, g.size, g.pair);
#else
  kernels::settings(g.config, 2, factor, g.flag, g.mode, g.size, g.pair);
#endif
}

// gcc: the_value_does_not_fit_the_kernel_parameter
// clang: the_value_does_not_fit_the_kernel_parameter
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::settings(g.config, 16777217, g.offset, g.flag, g.mode, g.size, g.pair);
#else
  kernels::settings(g.config, 16777216, g.offset, g.flag, g.mode, g.size, g.pair);
#endif
}

// gcc: the_value_does_not_fit_the_kernel_parameter
// clang: the_value_does_not_fit_the_kernel_parameter
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::fill(g.config, g.out, -1);
#else
  kernels::fill(g.config, g.out, 1);
#endif
}

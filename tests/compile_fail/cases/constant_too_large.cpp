// gcc: the_value_does_not_fit_the_kernel_parameter
// clang: the_value_does_not_fit_the_kernel_parameter
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, 4294967296);
#else
  kernels::scale(g.config, g.in, g.out, 4294967295);
#endif
}

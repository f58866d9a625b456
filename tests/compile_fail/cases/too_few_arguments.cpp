// gcc: candidate expects 4 arguments, 3 provided
// clang: requires 4 arguments, but 3 were provided
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}

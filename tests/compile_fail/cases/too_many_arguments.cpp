// gcc: candidate expects 4 arguments, 5 provided
// clang: requires 4 arguments, but 5 were provided
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, g.count, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}

// gcc: constraints not satisfied
// gcc: [with Given = double; Parameter = Half]
// gcc: no other type: convert it in the call
// clang: Same<double, Half>' evaluated to false
// clang: no other type: convert it in the call
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::halve(g.config, 1.5, g.pair);
#else
  kernels::halve(g.config, Half(1.5F), {1, 2.0F});
#endif
}

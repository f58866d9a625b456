// gcc: constraints not satisfied
// gcc: [with Given = int; Parameter = Half]
// gcc: no other type: convert it in the call
// clang: Same<int, Half>' evaluated to false
// clang: no other type: convert it in the call
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::halve(g.config, 3, g.pair);
#else
  kernels::halve(g.config, {3}, g.pair);
#endif
}

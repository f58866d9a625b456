// gcc: constraints not satisfied
// gcc: [with Given = Other; Parameter = Pair]
// gcc: no other type: convert it in the call
// clang: Same<Other, Pair>' evaluated to false
// clang: no other type: convert it in the call
#include "../stubs.hpp"

void call(Given& g) {
  Other other{1, 2.0F};
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, other);
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, {1, 2.0F});
#endif
}

// gcc: constraints not satisfied
// gcc: [with Given = Triple; Parameter = Pair]
// gcc: no other type: convert it in the call
// clang: Same<Triple, Pair>' evaluated to false
// clang: no other type: convert it in the call
#include "../stubs.hpp"

struct Triple : Pair {};

void call(Given& g) {
#ifdef WRONG
  kernels::halve(g.config, {1.0F}, Triple{});
#else
  kernels::halve(g.config, {1.0F}, {.first = 1, .second = 2.0F});
#endif
}

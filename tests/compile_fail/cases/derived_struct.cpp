// gcc: constraints not satisfied
// gcc: [with Given = Triple; Parameter = Pair]
// gcc: no other type: convert it in the call
// clang: Same<Triple, Pair>' evaluated to false
// clang: no other type: convert it in the call
#include "../stubs.hpp"

struct Triple : Pair {
  int third;
};

void call(Given& g) {
#ifdef WRONG
  Triple triple{{1, 2.0F}, 3};
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, triple);
#else
  Triple triple{{1, 2.0F}, 3};
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, static_cast<const Pair&>(triple));
#endif
}

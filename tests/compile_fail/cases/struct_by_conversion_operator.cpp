// gcc: constraints not satisfied
// gcc: [with Given = PairMaker; Parameter = Pair]
// gcc: no other type: convert it in the call
// clang: Same<PairMaker, Pair>' evaluated to false
// clang: no other type: convert it in the call
#include "../stubs.hpp"

struct PairMaker {
  operator Pair() const { return {1, 2.0F}; }
};

void call(Given& g) {
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, PairMaker{});
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, Pair(PairMaker{}));
#endif
}

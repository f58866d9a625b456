// gcc: no known conversion for argument 7 from 'Other'
// gcc: to 'const Pair&'
// clang: no known conversion from 'Other' to 'const Pair' for 7th argument
#include "../stubs.hpp"

void call(Given& g) {
  Other other{1, 2.0F};
#ifdef WRONG
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, other);
#else
  kernels::settings(g.config, g.factor, g.offset, g.flag, g.mode, g.size, {1, 2.0F});
#endif
}

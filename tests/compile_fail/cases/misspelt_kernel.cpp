// gcc: 'scael' is not a member of 'kernels'; did you mean 'scale'?
// clang: no member named 'scael' in namespace 'kernels'; did you mean 'scale'?
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scael(g.config, g.in, g.out, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}

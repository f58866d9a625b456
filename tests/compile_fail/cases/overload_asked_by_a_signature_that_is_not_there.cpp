// gcc: no matching function for call to 'gpu::detail::NamedStubs<
// clang: no matching function for call to 'named'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  static_cast<void>(g), kernels::fill.overload<void(int*, unsigned)>().name();
#else
  static_cast<void>(g), kernels::fill.overload<void(float*, unsigned)>().name();
#endif
}

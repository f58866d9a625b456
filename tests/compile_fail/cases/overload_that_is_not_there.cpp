// gcc: no match for call to '(const kernels::fill_t)
// clang: no matching function for call to object of type 'const kernels::fill_t'
#include "../stubs.hpp"

void call(Given& g) {
  gpu::DeviceBuffer<int> ints;
#ifdef WRONG
  kernels::fill(g.config, ints, 4u);
#else
  kernels::fill(g.config, g.out, g.count);
#endif
}

// gcc: no known conversion for argument 2 from 'int'
// gcc: to 'gpu::DevicePtr<const float>'
// clang: no known conversion from 'int'
// clang: to 'gpu::DevicePtr<const float>'
// clang: for 2nd argument
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale(g.config, 0, g.out, g.count);
#else
  kernels::scale(g.config, nullptr, g.out, g.count);
#endif
}

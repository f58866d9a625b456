// gcc: no known conversion for argument 3 from 'DevicePtr<const float>' to 'DevicePtr<float>'
// clang: no known conversion from 'const DevicePtr<const float>' to 'DevicePtr<float>' for 3rd argument
#include "../stubs.hpp"

void call(Given& g) {
  const gpu::DevicePtr<const float> in;
#ifdef WRONG
  kernels::scale(g.config, in, in, g.count);
#else
  kernels::scale(g.config, in, g.out, g.count);
#endif
}

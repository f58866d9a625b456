// gcc: no known conversion for argument 3 from 'const gpu::DeviceBuffer<float>'
// gcc: to 'gpu::DevicePtr<float>'
// clang: no known conversion from 'const gpu::DeviceBuffer<float>'
// clang: to 'gpu::DevicePtr<float>'
// clang: for 3rd argument
#include "../stubs.hpp"

void call(Given& g) {
  const gpu::DeviceBuffer<float> in;
#ifdef WRONG
  kernels::scale(g.config, in, in, g.count);
#else
  kernels::scale(g.config, in, g.out, g.count);
#endif
}

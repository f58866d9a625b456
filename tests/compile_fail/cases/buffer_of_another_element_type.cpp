// gcc: no known conversion for argument 2 from 'gpu::DeviceBuffer<double>'
// gcc: to 'gpu::DevicePtr<const float>'
// clang: no known conversion from 'gpu::DeviceBuffer<double>'
// clang: to 'gpu::DevicePtr<const float>'
// clang: for 2nd argument
#include "../stubs.hpp"

void call(Given& g) {
  gpu::DeviceBuffer<double> doubles;
#ifdef WRONG
  kernels::scale(g.config, doubles, g.out, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}

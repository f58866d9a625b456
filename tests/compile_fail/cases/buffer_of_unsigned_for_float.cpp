// gcc: no known conversion for argument 3 from 'gpu::DeviceBuffer<unsigned int>'
// gcc: to 'gpu::DevicePtr<float>'
// clang: no known conversion from 'gpu::DeviceBuffer<unsigned int>'
// clang: to 'gpu::DevicePtr<float>'
// clang: for 3rd argument
#include "../stubs.hpp"

void call(Given& g) {
  gpu::DeviceBuffer<unsigned> numbers;
#ifdef WRONG
  kernels::scale(g.config, g.in, numbers, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}

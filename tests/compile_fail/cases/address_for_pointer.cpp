// gcc: no known conversion for argument 2 from 'const CUdeviceptr'
// gcc: to 'gpu::DevicePtr<const float>'
// clang: no known conversion from 'const CUdeviceptr'
// clang: to 'gpu::DevicePtr<const float>'
// clang: for 2nd argument
#include "../stubs.hpp"

void call(Given& g) {
  const CUdeviceptr address = 4096;
#ifdef WRONG
  kernels::scale(g.config, address, g.out, g.count);
#else
  kernels::scale(g.config, gpu::device_ptr<float>(address), g.out, g.count);
#endif
}

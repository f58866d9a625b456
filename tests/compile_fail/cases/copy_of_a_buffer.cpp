// gcc: use of deleted function 'gpu::DeviceBuffer<float>::DeviceBuffer(const gpu::DeviceBuffer<float>&)'
// clang: call to implicitly-deleted copy constructor of 'gpu::DeviceBuffer<float>'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  gpu::DeviceBuffer<float> copy = g.in;
#else
  gpu::DeviceBuffer<float> moved = std::move(g.in);
#endif
}

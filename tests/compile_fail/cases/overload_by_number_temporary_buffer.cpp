// gcc: a temporary buffer: its memory would be freed while the kernel runs
// clang: a temporary buffer: its memory would be freed while the kernel runs
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::grow(g.config, gpu::DeviceBuffer<float>::zeroed(4), 4);
#else
  kernels::grow(g.config, g.out, 4);
  kernels::grow(g.config, g.out, 4.0F);
#endif
}

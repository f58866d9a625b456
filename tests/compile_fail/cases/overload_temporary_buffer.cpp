// gcc: a temporary buffer: its memory would be freed while the kernel runs
// clang: a temporary buffer: its memory would be freed while the kernel runs
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::fill(g.config, gpu::DeviceBuffer<float>::zeroed(4), 4u);
#else
  kernels::fill(g.config, g.out, 4u);
#endif
}

// flags: -Werror
// gcc: declared with attribute 'nodiscard'
// clang: declared with 'nodiscard' attribute
#include "../stubs.hpp"

void call() {
#ifdef WRONG
  gpu::DeviceBuffer<float>::zeroed(7);
#else
  const auto buffer = gpu::DeviceBuffer<float>::zeroed(7);
#endif
}

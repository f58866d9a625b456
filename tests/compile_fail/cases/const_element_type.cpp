// gcc: T is an object type without const; a kernel may still take it as const T*
// clang: T is an object type without const; a kernel may still take it as const T*
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  gpu::DeviceBuffer<const float> buffer;
#else
  gpu::DeviceBuffer<float> buffer;
#endif
}

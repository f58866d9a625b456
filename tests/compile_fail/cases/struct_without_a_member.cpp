// gcc: the host's HostStruct has no member count, which the device's has
// clang: the host's HostStruct has no member count, which the device's has
#include "../stubs.hpp"

struct HostStruct {
  float x;
  float weight;
};
#ifdef WRONG
GPU_KERNELS_CHECK_MEMBER(count, 4, 4, HostStruct);
#else
GPU_KERNELS_CHECK_MEMBER(weight, 4, 4, HostStruct);
#endif

class Private {
  int hidden = 0;
};
GPU_KERNELS_CHECK_MEMBER(hidden, 0, 4, Private);

void call(Given& g) {
#ifdef WRONG
  static_cast<void>(g);
#else
  static_cast<void>(g);
#endif
}

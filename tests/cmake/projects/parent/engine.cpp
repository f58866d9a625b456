#include <first_kernels.hpp>
#include <second_kernels.hpp>

#if !HOST_ONLY
#error "host code lacks its own settings"
#endif

extern "C" __attribute__((visibility("default"))) char names() {
  return static_cast<char>(first_kernels::first.name()[0] + second_kernels::second.name()[0]);
}

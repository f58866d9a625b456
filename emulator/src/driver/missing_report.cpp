#include <cstdio>

#include "driver/missing.hpp"

namespace gpu_emulator::driver {

int missing_entry_point(const char* symbol, std::atomic_flag& reported) noexcept {
  constexpr int not_supported =
      801;  // CUDA_ERROR_NOT_SUPPORTED; cuda.h's prototypes must stay out of missing.cpp
  if (!reported.test_and_set()) {
    std::fprintf(stderr,
                 "gpu_emulator: warning: %s is not implemented: it answers CUDA_ERROR_NOT_SUPPORTED\n",
                 symbol);
  }
  return not_supported;
}

}  // namespace gpu_emulator::driver

#pragma once

#include <atomic>

namespace gpu_emulator::driver {

/// Says once on stderr that `symbol` is not implemented; returns CUDA_ERROR_NOT_SUPPORTED.
int missing_entry_point(const char* symbol, std::atomic_flag& reported) noexcept;

}  // namespace gpu_emulator::driver

// The parameters are left out: under the C calling convention a function may ignore what its caller passes.
#define GPU_EMULATOR_MISSING(symbol)                                              \
  extern "C" __attribute__((weak, visibility("default"))) int symbol() noexcept { \
    static std::atomic_flag reported;                                             \
    return gpu_emulator::driver::missing_entry_point(#symbol, reported);          \
  }

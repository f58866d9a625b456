#pragma once

#include <cstddef>

namespace gpu_emulator::driver {

/// What the GPU_EMULATOR_* variables say that the emulator shows; read once, at cuInit.
struct Config {
  int devices = 1;            ///< GPU_EMULATOR_DEVICES: how many devices, 0 to 64
  int multiprocessors = 132;  ///< GPU_EMULATOR_SM: multiprocessors a device, 1 to 1024
  std::size_t device_memory =
      0;  ///< GPU_EMULATOR_MEMORY: bytes a device (suffix K, M, G); default: the machine's memory
  bool launch_blocking = false;  ///< CUDA_LAUNCH_BLOCKING=1: every launch waits for its kernel
};

/// Reads the environment. A value that cannot be understood is reported on stderr and the default kept.
Config read_config();

}  // namespace gpu_emulator::driver

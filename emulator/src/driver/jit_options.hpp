#pragma once

#include <cstddef>
#include <string_view>

#include "driver/cuda_api.hpp"

namespace gpu_emulator::driver {

/// The CU_JIT_* options of a load: the log buffers, which are filled as the driver does. Options that steer
/// code generation have no meaning here and are accepted.
class JitOptions {
 public:
  /// Fails with INVALID_VALUE for missing arrays, an unknown option, or a log buffer without its size.
  JitOptions(unsigned count, CUjit_option* options, void** values);

  /// Writes the logs and, into the option values, how many bytes each log took and the wall time.
  void report(std::string_view info, std::string_view errors, float milliseconds) const;

 private:
  struct Log {
    char* buffer = nullptr;
    void** size = nullptr;  ///< the option's value: in, the capacity; out, the bytes written

    void write(std::string_view text) const;
  };

  Log info_;
  Log error_;
  void** wall_time_ = nullptr;
};

}  // namespace gpu_emulator::driver

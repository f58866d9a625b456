#include "driver/jit_options.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "driver/failure.hpp"

namespace gpu_emulator::driver {

JitOptions::JitOptions(unsigned count, CUjit_option* options, void** values) {
  require(count == 0 || (options != nullptr && values != nullptr));
  for (unsigned i = 0; i < count; ++i) {
    switch (options[i]) {
      case CU_JIT_INFO_LOG_BUFFER:
        info_.buffer = static_cast<char*>(values[i]);
        break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        info_.size = &values[i];
        break;
      case CU_JIT_ERROR_LOG_BUFFER:
        error_.buffer = static_cast<char*>(values[i]);
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        error_.size = &values[i];
        break;
      case CU_JIT_WALL_TIME:
        wall_time_ = &values[i];
        break;
      default:
        require(static_cast<unsigned>(options[i]) < CU_JIT_NUM_OPTIONS);
        break;
    }
  }
  require((info_.buffer == nullptr || info_.size != nullptr) &&
          (error_.buffer == nullptr || error_.size != nullptr));
}

void JitOptions::Log::write(std::string_view text) const {
  if (size == nullptr) return;
  // Sizes travel as values in the pointer array; only the low 32 bits count.
  const std::size_t capacity = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(*size));
  std::size_t written = 0;
  if (buffer != nullptr && capacity != 0) {
    written = std::min(text.size(), capacity - 1);
    text.copy(buffer, written);
    buffer[written] = '\0';
  }
  *size = reinterpret_cast<void*>(written);
}

void JitOptions::report(std::string_view info, std::string_view errors, float milliseconds) const {
  info_.write(info);
  error_.write(errors);
  if (wall_time_ != nullptr) std::memcpy(wall_time_, &milliseconds, sizeof milliseconds);
}

}  // namespace gpu_emulator::driver

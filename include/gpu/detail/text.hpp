/// Pieces of messages.
#pragma once

#include <cstdint>
#include <string>

#include <gpu/launch_config.hpp>

namespace gpu::detail {

inline std::string text_of(const Dim3& size) {
  return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z);
}

/// A driver's version number, 12040, as people write it, 12.4.
inline std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// 1536 as "1536 bytes", larger amounts with their size in KiB, MiB or GiB behind.
inline std::string bytes_text(std::uint64_t bytes) {
  std::string text = std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB"};
  int unit = -1;
  std::uint64_t amount = bytes;
  while (amount >= 10240 && unit < 3) {
    amount /= 1024;
    ++unit;
  }
  return unit < 0 ? text : text + " (" + std::to_string(amount) + " " + units[unit] + ")";
}

}  // namespace gpu::detail

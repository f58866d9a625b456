#pragma once
#include <cstddef>
#include <cstdint>

namespace crypto {

#pragma pack(push, 1)
struct Slot {
  std::uint64_t key;
  std::uint32_t value;
  std::uint8_t state;
};
#pragma pack(pop)

/// An open-addressing table in device memory.
struct Table {
  Slot* slots;
  std::size_t capacity;
  enum Policy : int { keep = -1, replace = 1 } policy;
};

inline constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15ull;

}  // namespace crypto

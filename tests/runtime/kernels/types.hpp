/// What kernels and host tests share.
#pragma once

#include <cstdint>

namespace shared {

enum class Mode : std::uint8_t { sum = 1, product = 2 };

/// Every alignment that a parameter can have, with padding between.
struct Mixed {
  char tag;
  double weight;
  short small;
  float values[3];
};

/// One parameter of each kind, as the device received it.
struct Received {
  bool flag;
  char character;
  std::int8_t int8;
  std::uint8_t uint8;
  std::int16_t int16;
  std::uint16_t uint16;
  std::int32_t int32;
  std::uint32_t uint32;
  std::int64_t int64;
  std::uint64_t uint64;
  float single;
  double twice;
  Mode mode;
  Mixed mixed;
  unsigned long long address;
};

}  // namespace shared

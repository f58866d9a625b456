#pragma once

#include <cstdint>

namespace consumer {

enum class Mode : std::uint8_t { add, multiply };

struct Adjustment {
  Mode mode;
  std::int32_t amount;
};

}  // namespace consumer

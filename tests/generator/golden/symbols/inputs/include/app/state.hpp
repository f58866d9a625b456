#pragma once
#include <cstdint>
namespace app {
struct State {
  float position[3];
  std::int32_t steps;
};
enum class Phase : unsigned char { start, run };
}  // namespace app

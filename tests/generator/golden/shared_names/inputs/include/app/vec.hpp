#pragma once

namespace app {

struct Vec {
  float x, y;
};

}  // namespace app

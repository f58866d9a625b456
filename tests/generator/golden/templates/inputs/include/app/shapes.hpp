#pragma once

namespace app {

enum class Border { clamp, wrap };

struct Square {
  float side;
};

template <class T>
struct Pair {
  T first, second;
};

// A function object that host and device share.
struct Doubled {
  float factor;
};

}  // namespace app

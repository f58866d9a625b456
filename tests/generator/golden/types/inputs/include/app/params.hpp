// Types that host and device share.
#pragma once

#include <cstdint>

namespace app {

enum class Mode : std::uint8_t { add, scale };
enum Plain { first, second };
using Real = float;

struct Sample {
  float value;
  std::int16_t codes[3];
};

struct Base {
  int id;
};

struct Params : Base {
  float scale;
  int count;
  Sample samples[2];
  Mode mode;
  unsigned low : 3;
  unsigned high : 5;
  const float* table;

  int secret() const { return hidden; }

 private:
  int hidden;
};

namespace detail {
struct alignas(16) Aligned {
  int value;
  struct Inner {
    char tag;
  } inner;
};
}  // namespace detail

template <class T, int N>
struct Vec {
  T elements[N];
};

struct Opaque;

union Number {
  int integer;
  float real;
};

#pragma pack(push, 1)
struct Packed {
  char tag;
  int value;
};
#pragma pack(pop)

}  // namespace app

struct Global {
  double x;
  union {
    int a;
    float b;
  };
};
enum GlobalMode { off, on };

/// What the kernels and their host test share.
#pragma once

#include <cstddef>
#include <cstdint>

namespace shared {

enum class Border : short { clamp = -3, wrap = 7 };
enum Plain : unsigned char { first = 1, last = 200 };

struct alignas(32) Aligned {
  double values[3];
};

#pragma pack(push, 1)
struct Packed {
  char tag;
  long long number;
  short tail;
};
#pragma pack(pop)

struct Base {
  int id;
};

struct Derived : Base {
  float weight;
  struct Inner {
    unsigned char codes[5];
  } inner[2];
};

template <class T, int N>
struct Vec {
  T elements[N];
};

union Number {
  std::uint32_t bits;
  float real;
};

struct Bits {
  unsigned low : 5, high : 11;
  bool flag;
};

/// A function object that the kernel calls.
struct Scale {
  float factor;
#ifdef __CUDACC__
  __device__ float operator()(float x) const { return factor * x; }
#endif
};

}  // namespace shared

#pragma once
#include <vector_types.h>

namespace physics {

using Real = float;
typedef double Precise;

constexpr unsigned kBlock = 128;
inline constexpr Real kSoftening = 1e-3f;

struct Particle {
  float3 position;
  Real mass;
};

struct Charged : Particle {
  Real charge;
  struct Spin {
    signed char up : 2, down : 2;
    bool known;
  } spin;
};

struct alignas(16) Cell {
  union {
    Real values[4];
    struct {
      Real density, pressure;
    };
  };
  unsigned short neighbours[3][3];
};

}  // namespace physics

#include "scalar.hpp"

#include <cmath>

namespace emulator_benchmark {

void matmul(const float* a, const float* b, float* c, unsigned n) {
  constexpr unsigned tile_width = 16;
  float tile_a[tile_width][tile_width];
  float tile_b[tile_width][tile_width];
  float sums[tile_width][tile_width];
  for (unsigned block = 0; block < (n / tile_width) * (n / tile_width); ++block) {
    const unsigned first_row = block / (n / tile_width) * tile_width;
    const unsigned first_column = block % (n / tile_width) * tile_width;
    for (auto& row : sums) {
      for (float& sum : row) {
        sum = 0;
      }
    }
    for (unsigned start = 0; start < n; start += tile_width) {
      for (unsigned y = 0; y < tile_width; ++y) {
        for (unsigned x = 0; x < tile_width; ++x) {
          tile_a[y][x] = a[(first_row + y) * n + start + x];
          tile_b[y][x] = b[(start + y) * n + first_column + x];
        }
      }
      for (unsigned y = 0; y < tile_width; ++y) {
        for (unsigned x = 0; x < tile_width; ++x) {
          for (unsigned k = 0; k < tile_width; ++k) {
            sums[y][x] += tile_a[y][k] * tile_b[k][x];
          }
        }
      }
    }
    for (unsigned y = 0; y < tile_width; ++y) {
      for (unsigned x = 0; x < tile_width; ++x) {
        c[(first_row + y) * n + first_column + x] = sums[y][x];
      }
    }
  }
}

void nbody(const Body* bodies, Body* accelerations, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    const Body own = bodies[i];
    float x = 0;
    float y = 0;
    float z = 0;
    for (unsigned k = 0; k < n; ++k) {
      const float dx = bodies[k].x - own.x;
      const float dy = bodies[k].y - own.y;
      const float dz = bodies[k].z - own.z;
      const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float strength = bodies[k].mass * inverse * inverse * inverse;
      x += dx * strength;
      y += dy * strength;
      z += dz * strength;
    }
    accelerations[i] = {x, y, z, 0};
  }
}

}  // namespace emulator_benchmark

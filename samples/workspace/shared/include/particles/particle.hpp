#pragma once

#include <cstdint>

namespace particles {

/// A point mass. Lengths in metres, velocities in metres a second, y points up.
struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass;  // kilograms
};

/// One step of time, the same for every particle.
struct Step {
  float seconds;
  float gravity;      // metres a second squared, downwards
  float restitution;  // part of the speed that a bounce off the floor (y = 0) leaves, 0 to 1
  std::uint32_t count;
};

}  // namespace particles

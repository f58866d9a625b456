// Drops 10,000 particles and watches that their energy stays what it was.

#include <cmath>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <iostream>
#include <vector>

#include "simulation.hpp"

namespace {

constexpr int steps = 100;
constexpr double tolerance = 0.01;

std::vector<particles::Particle> dropped_particles() {
  std::vector<particles::Particle> all;
  for (int i = 0; i < 10'000; ++i) {
    const float height = 10.0f + static_cast<float>(i % 100);
    all.push_back({.x = static_cast<float>(i), .y = height, .z = 0, .vx = 1, .vy = 0, .vz = 0, .mass = 1});
  }
  return all;
}

int run() {
  gpu::Device device{0};
  gpu::Context context{device};
  std::cout << "Running on: " << device.name() << '\n';

  const particles::Step step{.seconds = 0.01f, .gravity = 9.81f, .restitution = 1.0f, .count = 0};
  particles::Simulation simulation{dropped_particles()};
  const double before = simulation.energy(step);
  simulation.advance(step, steps);
  const double after = simulation.energy(step);

  std::cout << "Energy before " << before << " J, after " << steps << " steps " << after << " J\n";
  if (!(std::abs(after - before) <= tolerance * before)) {
    std::cerr << "Energy left its tolerance of " << 100 * tolerance << " %\n";
    return EXIT_FAILURE;
  }
  std::cout << "Energy stays within " << 100 * tolerance << " %.\n";
  return EXIT_SUCCESS;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const gpu::Error& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}

#pragma once

#include <cstdint>
#include <gpu/gpu.hpp>
#include <particles/particle.hpp>
#include <span>
#include <vector>

namespace particles {

/// Particles that live on the GPU. Needs a current gpu::Context for as long as it lives.
class Simulation {
 public:
  /// Copies `initial` to the GPU.
  explicit Simulation(std::span<const Particle> initial);

  /// Moves all particles by `steps` steps. `step.count` is set by the simulation.
  void advance(Step step, int steps = 1);

  /// Sum of all energies, in joules.
  double energy(Step step);

  /// A copy of all particles.
  std::vector<Particle> particles() const;

 private:
  std::uint32_t count_;
  gpu::Stream stream_;
  gpu::DeviceBuffer<Particle> particles_;
  gpu::DeviceBuffer<float> joules_;
};

}  // namespace particles

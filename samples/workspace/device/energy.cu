#include <particles/particle.hpp>

namespace particles {

/// Energy of every particle, kinetic and potential.
///
/// @param all     `step.count` particles
/// @param joules  receives `step.count` energies
/// @param step    gives gravity and the count
__global__ void __launch_bounds__(256) energies(const Particle* all, float* joules, Step step) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= step.count) {
    return;
  }
  const Particle p = all[i];
  const float speed_squared = p.vx * p.vx + p.vy * p.vy + p.vz * p.vz;
  joules[i] = p.mass * (0.5f * speed_squared + step.gravity * p.y);
}

}  // namespace particles

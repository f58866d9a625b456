#include <particles/particle.hpp>

namespace particles {

/// Moves every particle by one step; those that fall through the floor bounce off it.
///
/// @param all   `step.count` particles, moved in place
/// @param step  the length of the step and what acts during it
__global__ void __launch_bounds__(256) advance(Particle* all, Step step) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= step.count) {
    return;
  }
  Particle p = all[i];
  p.vy -= step.gravity * step.seconds;
  p.x += p.vx * step.seconds;
  p.y += p.vy * step.seconds;
  p.z += p.vz * step.seconds;
  if (p.y < 0.0f) {
    p.y = -p.y * step.restitution;
    p.vy = -p.vy * step.restitution;
  }
  all[i] = p;
}

}  // namespace particles

#include "simulation.hpp"

#include <numeric>
#include <particle_kernels.hpp>

namespace particles {

namespace {

constexpr std::uint32_t threads_per_block = 256;

}  // namespace

Simulation::Simulation(std::span<const Particle> initial)
    : count_(static_cast<std::uint32_t>(initial.size())),
      particles_(gpu::DeviceBuffer<Particle>::from(initial)),
      joules_(gpu::DeviceBuffer<float>::uninitialised(initial.size())) {}

void Simulation::advance(Step step, int steps) {
  step.count = count_;
  for (int i = 0; i < steps; ++i) {
    particle_kernels::particles::advance(
        {.grid = gpu::blocks_for(count_, threads_per_block), .block = threads_per_block, .stream = stream_},
        particles_, step);
  }
  stream_.synchronize();
}

double Simulation::energy(Step step) {
  step.count = count_;
  particle_kernels::particles::energies(
      {.grid = gpu::blocks_for(count_, threads_per_block), .block = threads_per_block, .stream = stream_},
      particles_, joules_, step);
  stream_.synchronize();

  std::vector<float> joules(count_);
  joules_.copy_to(joules);
  return std::accumulate(joules.begin(), joules.end(), 0.0);
}

std::vector<Particle> Simulation::particles() const {
  std::vector<Particle> copy(count_);
  particles_.copy_to(copy);
  return copy;
}

}  // namespace particles

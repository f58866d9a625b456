// Runs on the GPU and on the CPU emulator: CTest gives each test once for either driver.

#include "simulation.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <gpu/gpu.hpp>
#include <vector>

namespace particles {
namespace {

constexpr Step earth{.seconds = 0.5f, .gravity = 8.0f, .restitution = 0.5f, .count = 0};

class SimulationTest : public testing::Test {
 protected:
  gpu::Context context{gpu::Device{0}};
};

Particle at_height(float y) { return {.x = 0, .y = y, .z = 0, .vx = 2, .vy = 0, .vz = -4, .mass = 3}; }

TEST_F(SimulationTest, FallsByGravity) {
  Simulation simulation{std::vector{at_height(100)}};
  simulation.advance(earth);
  const Particle p = simulation.particles().at(0);
  EXPECT_FLOAT_EQ(p.vy, -4);
  EXPECT_FLOAT_EQ(p.y, 98);
  EXPECT_FLOAT_EQ(p.x, 1);
  EXPECT_FLOAT_EQ(p.z, -2);
  EXPECT_FLOAT_EQ(p.mass, 3);
}

TEST_F(SimulationTest, BouncesOffTheFloor) {
  Simulation simulation{std::vector{at_height(0)}};
  simulation.advance(earth);
  const Particle p = simulation.particles().at(0);
  EXPECT_FLOAT_EQ(p.y, 1);
  EXPECT_FLOAT_EQ(p.vy, 2);
}

TEST_F(SimulationTest, MovesEveryParticleOfAPartialBlock) {
  constexpr std::size_t count = 1001;
  Simulation simulation{std::vector<Particle>(count, at_height(100))};
  simulation.advance(earth, 2);
  for (const Particle& p : simulation.particles()) {
    ASSERT_FLOAT_EQ(p.y, 94);
  }
}

TEST_F(SimulationTest, EnergyIsKineticAndPotential) {
  Simulation simulation{std::vector{at_height(10), at_height(20)}};
  const double kinetic = 3 * 0.5 * (2 * 2 + 4 * 4);
  EXPECT_DOUBLE_EQ(simulation.energy(earth), 2 * kinetic + 3 * 8.0 * (10 + 20));
}

}  // namespace
}  // namespace particles

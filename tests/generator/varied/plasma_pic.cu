// Particle in cell: structs with bases, bit-fields, unnamed unions and nested arrays by value.
#include <physics/body.hpp>

namespace physics { namespace plasma {

__global__ void deposit(const Charged* particles, Cell* grid, Charged probe, Cell background, int3 extent) {
  const Charged& p = particles[threadIdx.x];
  const int i = (int(p.position.z) * extent.y + int(p.position.y)) * extent.x + int(p.position.x);
  atomicAdd(&grid[i].density, p.charge * (p.spin.known ? 1 : probe.charge) - background.pressure);
}

__global__ void spins(Charged::Spin spin, Charged::Spin* out, const Cell (*cells)[8]) {
  out[threadIdx.x] = spin;
  out[threadIdx.x].known = cells[0][1].neighbours[2][1] != 0;
}


}}  // namespace physics::plasma

// All-pairs gravity, tiles in shared memory.
#include <physics/body.hpp>

using physics::Real;

namespace gravity {

__device__ float3 pull(float3 sum, const float4& from, const float4& to, Real softening) {
  const float3 r{to.x - from.x, to.y - from.y, to.z - from.z};
  const Real inverse = rsqrtf(r.x * r.x + r.y * r.y + r.z * r.z + softening);
  const Real s = to.w * inverse * inverse * inverse;
  return {sum.x + r.x * s, sum.y + r.y * s, sum.z + r.z * s};
}

/// One step of leapfrog integration.
///
/// \param positions x, y, z and mass of each body
/// \param n bodies, a multiple of the block's threads
__global__ __launch_bounds__(physics::kBlock, 4) void step(float4* __restrict__ positions, float3* __restrict__ velocities,
                                                           int n, Real dt, Real softening = physics::kSoftening) {
  __shared__ float4 tile[physics::kBlock];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float3 sum{};
  for (int start = 0; start < n; start += physics::kBlock) {
    tile[threadIdx.x] = positions[start + threadIdx.x];
    __syncthreads();
    for (const float4& other : tile) sum = pull(sum, positions[i], other, softening);
    __syncthreads();
  }
  velocities[i] = {velocities[i].x + sum.x * dt, velocities[i].y + sum.y * dt, velocities[i].z + sum.z * dt};
}

__global__ void energy(const physics::Particle* bodies, physics::Precise* out, unsigned n = 2 * physics::kBlock) {
  if (threadIdx.x < n) atomicAdd(out, 0.5 * bodies[threadIdx.x].mass);
}

}  // namespace gravity

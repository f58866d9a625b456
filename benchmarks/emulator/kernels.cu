// The kernels that are measured. scalar.cpp has the same in plain C++.

#include <cstdint>

namespace {
constexpr unsigned tile_width = 16;
constexpr unsigned bodies_a_block = 128;
}  // namespace

/// C = A · B; all are n × n, n a multiple of 16; blocks of 16 × 16.
extern "C" __global__ void __launch_bounds__(256)
    matmul(const float* a, const float* b, float* c, unsigned n) {
  __shared__ float tile_a[tile_width][tile_width];
  __shared__ float tile_b[tile_width][tile_width];
  const unsigned row = blockIdx.y * tile_width + threadIdx.y;
  const unsigned column = blockIdx.x * tile_width + threadIdx.x;
  float sum = 0;
  for (unsigned start = 0; start < n; start += tile_width) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + column];
    __syncthreads();
    for (unsigned k = 0; k < tile_width; ++k) {
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    }
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// Accelerations of n bodies (x, y, z, mass) by their gravity; n a multiple of 128; blocks of 128.
extern "C" __global__ void __launch_bounds__(128)
    nbody(const float4* bodies, float4* accelerations, unsigned n) {
  __shared__ float4 tile[bodies_a_block];
  const unsigned i = blockIdx.x * bodies_a_block + threadIdx.x;
  const float4 own = bodies[i];
  float x = 0, y = 0, z = 0;
  for (unsigned start = 0; start < n; start += bodies_a_block) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < bodies_a_block; ++k) {
      const float dx = tile[k].x - own.x;
      const float dy = tile[k].y - own.y;
      const float dz = tile[k].z - own.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float strength = tile[k].w * inverse * inverse * inverse;
      x += dx * strength;
      y += dy * strength;
      z += dz * strength;
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(x, y, z, 0);
}

/// Touches every element of an array.
extern "C" __global__ void touch(unsigned* values, unsigned count) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] += i;
  }
}

/// A kernel with next to nothing to do.
extern "C" __global__ void tiny(unsigned* counters) { counters[threadIdx.x] += 1; }

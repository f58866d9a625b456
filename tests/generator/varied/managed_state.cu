// Variables of every kind and kernels that use them.
#include <physics/body.hpp>
#include <zoo/layouts.hpp>

extern "C" { __device__ int plain_counter; __constant__ unsigned char plain_table[256]; }

namespace state {
__managed__ unsigned long long ticks;
__constant__ physics::Particle reference;
__constant__ zoo::Vec<float, 4> table[2][3];
__device__ physics::Cell cells[8];
__device__ volatile int flag = 1;
__device__ float* buffer;
__device__ void (*hook)(int);
static __device__ double private_sum;
namespace { __constant__ short hidden_table[5] = {1, 2, 3, 4, 5}; }
inline namespace v3 { __device__ zoo::Variant variant; }

__global__ void advance(int n) {
  ticks += n;
  private_sum += reference.mass + hidden_table[n] + plain_table[n] + table[1][2].v[3];
  cells[n].density = variant.words[0] + flag;
  if (buffer) buffer[plain_counter++] = 1;
  if (hook) hook(n);
}
}  // namespace state

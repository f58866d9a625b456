#include <cuda.h>
__global__ void maps(const __grid_constant__ CUtensorMap map, float* out) {
  *out = static_cast<float>(reinterpret_cast<const char*>(&map)[0]);
}
__global__ void unused_map(const __grid_constant__ CUtensorMap map, int n, float* out) { *out = n; }

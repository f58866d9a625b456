// Kernels that show what arrived.
#include "types.hpp"

namespace shared {

/// Writes down every parameter.
__global__ void receive(Received* out, bool flag, char character, std::int8_t int8, std::uint8_t uint8,
                        std::int16_t int16, std::uint16_t uint16, std::int32_t int32, std::uint32_t uint32,
                        std::int64_t int64, std::uint64_t uint64, float single, double twice, Mode mode,
                        Mixed mixed, const void* address) {
  out->flag = flag;
  out->character = character;
  out->int8 = int8;
  out->uint8 = uint8;
  out->int16 = int16;
  out->uint16 = uint16;
  out->int32 = int32;
  out->uint32 = uint32;
  out->int64 = int64;
  out->uint64 = uint64;
  out->single = single;
  out->twice = twice;
  out->mode = mode;
  out->mixed.tag = mixed.tag;
  out->mixed.weight = mixed.weight;
  out->mixed.small = mixed.small;
  for (int i = 0; i < 3; ++i) out->mixed.values[i] = mixed.values[i];
  out->address = reinterpret_cast<unsigned long long>(address);
}

}  // namespace shared

/// Writes each thread's place in the grid, at its linear index.
__global__ void places(uint3* out) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * threads + thread] =
      make_uint3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                 blockIdx.z * blockDim.z + threadIdx.z);
}

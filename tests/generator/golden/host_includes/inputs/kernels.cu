#include <cstdint>
struct Params {
  float scale;
  int n;
};
/// The host has its own definition; the layout checks compare the two.
__global__ void scale(Params params, float4* data, std::uint32_t count) {}

// Edge-preserving smoothing of an image in a texture.
#include <imaging/types.hpp>

#define TILE_X 16
#define TILE_Y 16

namespace imaging {

__constant__ float spatial_weights[(2 * kRadius + 1) * (2 * kRadius + 1)];

static __device__ __forceinline__ float range_weight(float difference, float sigma) {
  return __expf(-difference * difference / (2.0f * sigma * sigma));
}

/// Smooths `source` into `target`; borders as the texture's addressing mode says.
__global__ void __launch_bounds__(TILE_X * TILE_Y)
bilateral(cudaTextureObject_t source, View<float> target, const float sigma = kSigma) {
  const int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
  if (x >= target.size.width || y >= target.size.height) return;
  const float centre = tex2D<float>(source, x, y);
  float sum = 0, weights = 0;
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      const float value = tex2D<float>(source, x + dx, y + dy);
      const float weight = spatial_weights[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius] *
                           range_weight(value - centre, sigma);
      sum += weight * value;
      weights += weight;
    }
  }
  target.data[y * target.pitch + x] = sum / weights;
}

}  // namespace imaging

// Whitted rays through a bounding-volume hierarchy.
#include <rays/scene.hpp>

namespace rays {

__constant__ float background[4] = {0.1f, 0.2f, 0.4f, 1.0f};
__device__ unsigned long long traversal_steps;

__device__ bool overlaps(const Node& node, const Ray& ray) {
  const float t = (node.bounds[0] - ray.origin.x) / ray.direction.x;
  return t > ray.tmin && t < ray.tmax;
}

/// Closest hits of a batch of rays.
__global__ __launch_bounds__(64) void trace(const __grid_constant__ Scene scene, cuda::std::span<const Ray> rays,
                                            cuda::std::span<Hit> hits, cuda::std::optional<float> limit) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rays.size()) return;
  Hit best{limit ? *limit : rays[i].tmax, 0, 0, -1};
  for (unsigned n = 0; n < scene.nodes.size(); ++n) {
    atomicAdd(&traversal_steps, 1ull);
    if (overlaps(scene.nodes[n], rays[i])) best.primitive = scene.nodes[n].left;
  }
  hits[i] = best;
}

__global__ void shade(const Hit* hits, Pixel** tiles, Scene::Camera camera, Bounds bounds,
                      cuda::std::array<cuda::std::array<float, 3>, 2> lights) {
  const float c = hits[threadIdx.x].t * lights[1][2] + camera.aspect + cuda::std::get<1>(bounds).z + background[3];
  tiles[blockIdx.x][threadIdx.x] = Pixel{static_cast<unsigned char>(c), 0, 0, 255};
}

}  // namespace rays

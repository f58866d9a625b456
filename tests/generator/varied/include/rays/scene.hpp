#pragma once
#include <cuda/std/array>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <texture_types.h>
#include <vector_types.h>

namespace rays {

struct Ray {
  float3 origin;
  float tmin;
  float3 direction;
  float tmax;
};

struct Hit {
  float t, u, v;
  int primitive;
};

struct alignas(32) Node {
  cuda::std::array<float, 6> bounds;
  unsigned left;
  unsigned short count, axis;
};

struct Scene {
  cuda::std::span<const Node> nodes;
  cuda::std::span<const float4> triangles;
  struct Camera {
    float3 eye, forward, up;
    float aspect;
  } camera;
  const cudaTextureObject_t* textures;
};

using Pixel = uchar4;
using Bounds = cuda::std::tuple<float3, float3>;

}  // namespace rays

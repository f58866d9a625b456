// Affine warps between surfaces, the border rule chosen when the kernel is compiled.
#include <imaging/types.hpp>

using imaging::Border;

template <Border border>
__device__ int index(int i, int n) {
  if (border == Border::clamp) return min(max(i, 0), n - 1);
  if (border == Border::wrap) return ((i % n) + n) % n;
  return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
}

template <Border border = Border::clamp, typename Pixel = uchar4>
__global__ void warp(cudaSurfaceObject_t target, const Pixel* __restrict__ source, imaging::Size size,
                     const imaging::Affine transform, dim3 origin = dim3(0, 0, 0)) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + origin.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + origin.y;
  if (x >= size.width || y >= size.height) return;
  const float u = transform.column[0].x * x + transform.column[1].x * y + transform.offset.x;
  const float v = transform.column[0].y * x + transform.column[1].y * y + transform.offset.y;
  const Pixel value = source[index<border>(int(v), size.height) * size.width + index<border>(int(u), size.width)];
  surf2Dwrite(value, target, x * int(sizeof(Pixel)), y);
}

void warp_all(cudaSurfaceObject_t target, const uchar4* in, const float* grey, imaging::Size size,
              imaging::Affine transform) {
  warp<<<1, 256>>>(target, in, size, transform);
  warp<Border::wrap><<<1, 256>>>(target, in, size, transform);
  warp<Border::mirror, float><<<1, 256>>>(target, grey, size, transform);
}

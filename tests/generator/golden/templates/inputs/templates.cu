#include <app/shapes.hpp>

/// Scales a vector: `y[i] = a * x[i] + y[i]`.
template <class T, int Unroll = 2 * 2>
__global__ void __launch_bounds__(128) saxpy(T a, const T* x, T* y, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += Unroll) y[i] += a * x[i];
}
template __global__ void saxpy<float, 4>(float, const float*, float*, unsigned);
template __global__ void saxpy<double, 8>(double, const double*, double*, unsigned);

namespace app {

/// Border handling is a template argument.
template <Border border, bool Checked = true, typename Index = unsigned>
__global__ void blur(float* image, Index width) {
  if (Checked && threadIdx.x < width) image[threadIdx.x] *= border == Border::clamp ? 0.5f : 0.25f;
}

/// Any number of arrays.
template <typename... Ts>
__global__ void fill(int n, Ts*... arrays) {
  ((arrays[n] = Ts{}), ...);
}

template <class Shape>
__global__ void area(const Shape* shapes, float* out) {}

template <class F>
static __global__ void transform(F f, float* data) {
  data[0] *= f.factor;
}

// What a host-side launch in the same file instantiates.
void launches(float* image, double* more) {
  blur<Border::clamp><<<1, 1>>>(image, 3u);
  blur<Border::wrap, false, unsigned long long><<<1, 1>>>(image, 3ull);
  fill<<<1, 1>>>(3);
  fill<<<1, 1>>>(3, image, more);
  area<<<1, 1>>>(static_cast<const Square*>(nullptr), image);
  area<<<1, 1>>>(static_cast<const Pair<Square>*>(nullptr), image);
  transform<<<1, 1>>>(Doubled{2.0f}, image);
}

}  // namespace app

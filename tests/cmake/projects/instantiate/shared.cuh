#pragma once
namespace app {
inline namespace v1 {
/// Fills `values`. Included by both sources.
template <class T>
__global__ void fill(T* values, T value) {
  values[threadIdx.x] = value;
}
}  // namespace v1
}  // namespace app

// options: -std=c++20
// Kernels constrained by concepts, with abbreviated templates and class-type constants.
#include <concepts>
#include <cstdint>
#include <grids/config.hpp>

template <class T>
concept Element = std::integral<T> || std::floating_point<T>;

template <Element T, std::unsigned_integral Index = std::uint32_t>
requires(sizeof(T) <= 8)
__global__ void iota(T* out, Index n, T start = T{}) {
  if (threadIdx.x < n) out[threadIdx.x] = start + static_cast<T>(threadIdx.x);
}

__global__ void clamp(auto* data, std::floating_point auto low, const auto high, int n) {
  if (threadIdx.x < n) data[threadIdx.x] = data[threadIdx.x] < low ? low : data[threadIdx.x] > high ? high : data[threadIdx.x];
}

template <auto Value>
__global__ void fill(decltype(Value)* out) {
  out[threadIdx.x] = Value;
}

void launch(float* f, double* d, std::uint8_t* b, long* l) {
  iota<<<1, 32>>>(f, 32u);
  iota<<<1, 32>>>(b, std::uint64_t{32}, std::uint8_t{7});
  clamp<<<1, 32>>>(d, 0.0, 1.0f, 3);
  fill<42L><<<1, 32>>>(l);
  fill<true><<<1, 32>>>(reinterpret_cast<bool*>(b));
}

#pragma once
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

namespace ml {

enum class Activation : int { none, relu, gelu = 7 };
enum DType { F32, F16, Q8_0 = 8 };

constexpr int kWarps = 4;
constexpr float kEpsilon = 1.0e-5f;

struct BlockQ8 {
  __half scale;
  std::int8_t codes[32];
};

template <DType Type>
struct Storage;
template <>
struct Storage<F32> {
  using type = float;
};
template <>
struct Storage<F16> {
  using type = __half;
};

template <Activation A>
struct Layer {
  static constexpr int width = 64;
  float bias[4];
};

}  // namespace ml

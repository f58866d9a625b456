// Layers whose activation and storage are enumerators in a namespace; types depend on them.
#include <ml/ops.hpp>

namespace ml {

template <Activation A, DType Type = F32, bool Bias = true>
__global__ void dense(const typename Storage<Type>::type* __restrict__ in, typename Storage<Type>::type* __restrict__ out,
                      Layer<A> layer, int width = Layer<A>::width, float epsilon = kEpsilon) {
  float x = static_cast<float>(in[threadIdx.x]) + (Bias ? layer.bias[threadIdx.x & 3] : 0.0f) + epsilon;
  if (A == Activation::relu) x = fmaxf(x, 0.0f);
  if (A == Activation::gelu) x = 0.5f * x * (1.0f + erff(x * 0.70710678f));
  if (threadIdx.x < width) out[threadIdx.x] = static_cast<typename Storage<Type>::type>(x);
}

}  // namespace ml

template __global__ void ml::dense<ml::Activation::none>(const float*, float*, ml::Layer<ml::Activation::none>, int, float);
template __global__ void ml::dense<ml::Activation::gelu, ml::F16, false>(const __half*, __half*,
                                                                         ml::Layer<ml::Activation::gelu>, int, float);
template __global__ void ml::dense<static_cast<ml::Activation>(3)>(const float*, float*,
                                                                   ml::Layer<static_cast<ml::Activation>(3)>, int, float);

// Row softmax, one kernel a scalar type by macro; the names are pasted.
#include <ml/ops.hpp>

#define FOR_EACH_TYPE(apply) apply(float, f32) apply(double, f64) apply(__half, f16) apply(__nv_bfloat16, bf16)

#define SOFTMAX(type, suffix)                                                                        \
  extern "C" __global__ void softmax_##suffix(const type* __restrict__ in, type* __restrict__ out,   \
                                              const size_t columns, const float scale)               \
  {                                                                                                  \
    float sum = 0;                                                                                   \
    for (size_t i = 0; i < columns; ++i) sum += __expf(scale * static_cast<float>(in[i]));           \
    out[threadIdx.x] = type(__expf(scale * static_cast<float>(in[threadIdx.x])) / sum);              \
  }

FOR_EACH_TYPE(SOFTMAX)

#undef SOFTMAX

// Quantisation between half, brain, eight-bit floating and integer formats.
#include <ml/ops.hpp>

#define QK 32
#define GLOBAL static __global__ void

namespace ml {

GLOBAL quantise_q8(const float* __restrict__ x, void* __restrict__ vy, const int64_t ne, const uint3 fastdiv) {
  const int64_t i = (int64_t)blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= ne) return;
  BlockQ8* y = (BlockQ8*)vy;
  y[i / QK].codes[i % QK] = (int8_t)(x[i] * fastdiv.x);
  if (i % QK == 0) y[i / QK].scale = __float2half(1.0f);
}

__global__ void to_fp8(const __nv_bfloat16* in, __nv_fp8_e4m3* out, __nv_fp8_e5m2 bias, __half2 scale, __nv_bfloat162* pairs,
                       __nv_fp8x4_e4m3 packed, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = __nv_fp8_e4m3(__bfloat162float(in[threadIdx.x]) * __low2float(scale) + float(bias));
  pairs[0] = __nv_bfloat162{};
}

void quantise(const float* x, void* y, int64_t n) { quantise_q8<<<1, 256>>>(x, y, n, uint3{1, 2, 3}); }

}  // namespace ml

// __nv_bfloat16 and pairs, and the 8-bit floating-point types' conversions. The header has the pairs'
// arithmetic from 8.0 on.
// corpus: architectures 80 86 89 90
#include "check.cuh"

#include <cuda_bf16.h>
#include <cuda_fp8.h>

using bf16 = __nv_bfloat16;
using bf162 = __nv_bfloat162;

extern "C" __global__ void check_scalars(unsigned* failures) {
  const bf16 a = hidden(__float2bfloat16(threadIdx.x * 0.125f - 16.0f)),
             b = hidden(__float2bfloat16(threadIdx.x * 0.01f + 0.5f)), c = hidden(__float2bfloat16(1.5f));
  const float x = __bfloat162float(a), y = __bfloat162float(b), z = __bfloat162float(c);
  const auto rounded = [](float v) { return __bfloat162float(__float2bfloat16_rn(v)); };
  CHECK(__bfloat162float(a + b) == rounded(x + y) && __bfloat162float(a - b) == rounded(x - y) &&
        __bfloat162float(a * b) == rounded(x * y));
  CHECK(near(__bfloat162float(a / b), x / y, 8e-3) && __bfloat162float(-a) == -x &&
        __bfloat162float(__habs(a)) == fabsf(x));
  CHECK(__bfloat162float(__hfma(a, b, c)) == rounded(fmaf(x, y, z)) &&
        __bfloat162float(__hfma_relu(a, b, c)) == fmaxf(rounded(fmaf(x, y, z)), 0));
  CHECK((a < b) == (x < y) && (a <= b) == (x <= y) && (a == b) == (x == y) && (a != b) == (x != y) &&
        __hgtu(a, b) == (x > y) && !__hisnan(a));
  CHECK(__bfloat162float(__hmax(a, b)) == fmaxf(x, y) && __bfloat162float(__hmin(a, b)) == fminf(x, y) &&
        __bfloat162float(__hmax_nan(a, b)) == fmaxf(x, y));
  CHECK(near(__bfloat162float(hexp(b)), expf(y), 1e-2) &&
        near(__bfloat162float(hlog(b)), logf(y), 1e-2, 1e-2) &&
        near(__bfloat162float(hsqrt(b)), sqrtf(y), 1e-2) &&
        near(__bfloat162float(hsin(b)), sinf(y), 1e-2, 1e-2) &&
        near(__bfloat162float(htanh(b)), tanhf(y), 1e-2) && near(__bfloat162float(hrcp(b)), 1 / y, 1e-2) &&
        near(__bfloat162float(hrsqrt(b)), rsqrtf(y), 1e-2) &&
        near(__bfloat162float(hexp2(b)), exp2f(y), 1e-2) &&
        near(__bfloat162float(hlog10(b)), log10f(y), 1e-2, 1e-2));
  CHECK(__bfloat162float(hfloor(a)) == floorf(x) && __bfloat162float(hceil(a)) == ceilf(x) &&
        __bfloat162float(hrint(a)) == rintf(x) && __bfloat162float(htrunc(a)) == truncf(x));
  CHECK(__bfloat162int_rz(a) == int(x) && __bfloat162uint_rn(b) == __float2uint_rn(y) &&
        __bfloat162short_rd(a) == short(floorf(x)) && __bfloat162ll_ru(a) == (long long)ceilf(x) &&
        __bfloat162float(__int2bfloat16_rn(257)) == 256 &&
        __bfloat162float(__uint2bfloat16_ru(257u)) == 258 && __bfloat162float(__ll2bfloat16_rz(3ll)) == 3);
  CHECK(__bfloat162float(__float2bfloat16_rd(x)) <= x && __bfloat162float(__float2bfloat16_ru(y)) >= y &&
        __bfloat162float(__double2bfloat16(double(y))) == rounded(y) &&
        fabsf(__bfloat162float(__float2bfloat16_rz(x))) <= fabsf(x));
}

extern "C" __global__ void check_pairs(unsigned* failures) {
  const bf162 a = __floats2bfloat162_rn(hidden(threadIdx.x * 0.125f - 16), hidden(3 - threadIdx.x * 0.25f)),
              b = __floats2bfloat162_rn(hidden(0.5f), hidden(1.25f)), c = __float2bfloat162_rn(hidden(1.5f));
  const float2 x = __bfloat1622float2(a), y = __bfloat1622float2(b);
  const auto is = [](bf162 v, float low, float high) {
    return __low2float(v) == __bfloat162float(__float2bfloat16_rn(low)) &&
           __high2float(v) == __bfloat162float(__float2bfloat16_rn(high));
  };
  CHECK(is(__hadd2(a, b), x.x + y.x, x.y + y.y) && is(__hmul2(a, b), x.x * y.x, x.y * y.y) &&
        is(__hsub2(a, b), x.x - y.x, x.y - y.y) && is(__hneg2(a), -x.x, -x.y) &&
        is(__habs2(a), fabsf(x.x), fabsf(x.y)));
  CHECK(is(__hfma2(a, b, c), fmaf(x.x, y.x, 1.5f), fmaf(x.y, y.y, 1.5f)) &&
        is(__hmax2(a, b), fmaxf(x.x, y.x), fmaxf(x.y, y.y)) &&
        is(__hmin2_nan(a, b), fminf(x.x, y.x), fminf(x.y, y.y)));
  CHECK(is(__hlt2(a, b), x.x < y.x, x.y < y.y) && __hbeq2(a, a) &&
        __hgt2_mask(a, b) == ((x.x > y.x ? 0xffffu : 0) | (x.y > y.y ? 0xffff0000u : 0)));
  CHECK(is(__lowhigh2highlow(a), x.y, x.x) && is(h2floor(a), floorf(x.x), floorf(x.y)) &&
        near(__low2float(h2exp(c)), expf(1.5f), 1e-2) && near(__low2float(h2sqrt(c)), sqrtf(1.5f), 1e-2) &&
        near(__low2float(h2tanh(c)), tanhf(1.5f), 1e-2));
  __shared__ bf16 total;
  __shared__ bf162 totals;
  if (threadIdx.x == 0) total = 0, totals = bf162(0, 0);
  __syncthreads();
  if (threadIdx.x < 128) atomicAdd(&total, bf16(1.0f)), atomicAdd(&totals, bf162(1.0f, 0.5f));
  __syncthreads();
  CHECK(__bfloat162float(total) == 128 && is(totals, 128, 64) && is(__shfl_down_sync(~0u, c, 1), 1.5f, 1.5f));
}

extern "C" __global__ void check_eight_bits(unsigned* failures) {
  const float x = hidden(threadIdx.x * 0.25f - 30.0f);
  const __nv_fp8_e4m3 e4(x);
  const __nv_fp8_e5m2 e5(x);
  CHECK(near(float(e4), x, 0.07) && near(float(e5), x, 0.13));
  const __nv_fp8x2_e4m3 pair(make_float2(x, 2 * x));
  const float2 back = float2(pair);
  CHECK(near(back.x, x, 0.07) && near(back.y, 2 * x, 0.07));
  CHECK(float(__nv_fp8_e4m3(hidden(1000.0f))) == 448 && float(__nv_fp8_e5m2(hidden(1e6f))) == 57344);
  CHECK(near(__half2float(__half(e4)), x, 0.07) && near(float(__nv_fp8_e5m2(__half(x))), x, 0.13));
}

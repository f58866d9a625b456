// __half and __half2: every function of cuda_fp16.h, against float.
#include "check.cuh"

#include <cuda_fp16.h>

extern "C" __global__ void check_scalars(unsigned* failures) {
  const __half a = hidden(__float2half(threadIdx.x * 0.125f - 16.0f)),
               b = hidden(__float2half(threadIdx.x * 0.01f + 0.5f)), c = hidden(__float2half(1.5f));
  const float x = __half2float(a), y = __half2float(b), z = __half2float(c);
  const auto rounded = [](float v) { return __half2float(__float2half_rn(v)); };
  CHECK(__half2float(a + b) == rounded(x + y) && __half2float(a - b) == rounded(x - y) &&
        __half2float(a * b) == rounded(x * y));
  CHECK(near(__half2float(a / b), x / y, 1e-3) && __half2float(-a) == -x &&
        __half2float(__habs(a)) == fabsf(x));
  CHECK(__half2float(__hfma(a, b, c)) == rounded(fmaf(x, y, z)) &&
        __half2float(__hfma_relu(a, b, c)) == fmaxf(rounded(fmaf(x, y, z)), 0));
  CHECK(__half2float(__hadd_sat(a, b)) == fminf(fmaxf(rounded(x + y), 0), 1) &&
        __half2float(__hmul_sat(a, b)) == fminf(fmaxf(rounded(x * y), 0), 1));
  CHECK(__half2float(__hsub_sat(a, b)) == fminf(fmaxf(rounded(x - y), 0), 1) &&
        __half2float(__hfma_sat(a, b, c)) == fminf(fmaxf(rounded(fmaf(x, y, z)), 0), 1));
  CHECK(__half2float(__hadd_rn(a, b)) == rounded(x + y) && __half2float(__hmul_rn(a, b)) == rounded(x * y) &&
        __half2float(__hsub_rn(a, b)) == rounded(x - y));
  CHECK((a < b) == (x < y) && (a <= b) == (x <= y) && (a == b) == (x == y) && (a != b) == (x != y) &&
        (a > b) == (x > y) && (a >= b) == (x >= y));
  CHECK(__hltu(a, b) == (x < y) && __hgeu(a, b) == (x >= y) && __hequ(a, a) && !__hneu(a, a) &&
        !__hisnan(a) && __hisinf(hidden(__float2half(1e6f))) == 1);
  CHECK(__half2float(__hmax(a, b)) == fmaxf(x, y) && __half2float(__hmin(a, b)) == fminf(x, y) &&
        __half2float(__hmax_nan(a, b)) == fmaxf(x, y) && __half2float(__hmin_nan(a, b)) == fminf(x, y));
  CHECK(near(__half2float(hexp(b)), expf(y), 2e-3) && near(__half2float(hlog(b)), logf(y), 2e-3, 1e-3) &&
        near(__half2float(hsqrt(b)), sqrtf(y), 1e-3));
  CHECK(near(__half2float(hrsqrt(b)), rsqrtf(y), 1e-3) && near(__half2float(hrcp(b)), 1 / y, 1e-3) &&
        near(__half2float(hsin(b)), sinf(y), 2e-3, 1e-3) && near(__half2float(hcos(b)), cosf(y), 2e-3, 1e-3));
  CHECK(near(__half2float(hexp2(b)), exp2f(y), 2e-3) && near(__half2float(hexp10(b)), exp10f(y), 4e-3) &&
        near(__half2float(hlog2(b)), log2f(y), 2e-3, 1e-3) &&
        near(__half2float(hlog10(b)), log10f(y), 2e-3, 1e-3));
  CHECK(near(__half2float(htanh(b)), tanhf(y), 2e-3) && near(__half2float(htanh_approx(b)), tanhf(y), 2e-3));
  CHECK(__half2float(hfloor(a)) == floorf(x) && __half2float(hceil(a)) == ceilf(x) &&
        __half2float(htrunc(a)) == truncf(x) && __half2float(hrint(a)) == rintf(x));
  CHECK(__half2int_rn(a) == __float2int_rn(x) && __half2int_rz(a) == int(x) &&
        __half2uint_rd(b) == __float2uint_rd(y) && __half2short_ru(a) == short(ceilf(x)) &&
        __half2ll_rn(a) == llrintf(x) && __half2ushort_rz(b) == (unsigned short)y &&
        __half2ull_rz(b) == (unsigned long long)y);
  CHECK(__half2float(__int2half_rn(2049)) == 2048 && __half2float(__int2half_ru(2049)) == 2050 &&
        __half2float(__uint2half_rz(5000u)) == 5000 && __half2float(__short2half_rn(-7)) == -7 &&
        __half2float(__ll2half_rn(-9ll)) == -9 && __half2float(__ushort2half_rd(2051)) == 2050 &&
        __half2float(__ull2half_ru(3ull)) == 3);
  CHECK(__half2float(__float2half_rd(x)) <= x && __half2float(__float2half_ru(y)) >= y &&
        fabsf(__half2float(__float2half_rz(x))) <= fabsf(x) &&
        __half2float(__double2half(double(y))) == rounded(y));
  CHECK(__half_as_short(__short_as_half(__half_as_short(a))) == __half_as_short(a) &&
        __half_as_ushort(__ushort_as_half(77)) == 77);
  __half s = a;
  s += b, s *= c, s -= b;
  CHECK(near(__half2float(s), (x + y) * z - y, 1e-2, 5e-2) &&
        (signed char)(int(x)) == (signed char)__half2int_rz(a) && bool(b));
  CHECK(__half2char_rz(b) == (signed char)y && __half2uchar_rz(b) == (unsigned char)y);
}

extern "C" __global__ void check_pairs(unsigned* failures) {
  const __half2 a = __floats2half2_rn(hidden(threadIdx.x * 0.125f - 16), 3 - threadIdx.x * 0.25f),
                b = __floats2half2_rn(0.5f + hidden(0), 1.25f + threadIdx.x), c = __float2half2_rn(1.5f);
  const float2 x = __half22float2(a), y = __half22float2(b);
  const auto is = [](__half2 v, float low, float high) {
    return __low2float(v) == __half2float(__float2half_rn(low)) &&
           __high2float(v) == __half2float(__float2half_rn(high));
  };
  CHECK(is(__hadd2(a, b), x.x + y.x, x.y + y.y) && is(a - b, x.x - y.x, x.y - y.y) &&
        is(__hmul2(a, b), x.x * y.x, x.y * y.y) && is(__hneg2(a), -x.x, -x.y) &&
        is(__habs2(a), fabsf(x.x), fabsf(x.y)));
  CHECK(is(__hfma2(a, b, c), fmaf(x.x, y.x, 1.5f), fmaf(x.y, y.y, 1.5f)) &&
        is(__hfma2_relu(a, b, c), fmaxf(fmaf(x.x, y.x, 1.5f), 0), fmaxf(fmaf(x.y, y.y, 1.5f), 0)));
  CHECK(is(__hmax2(a, b), fmaxf(x.x, y.x), fmaxf(x.y, y.y)) &&
        is(__hmin2(a, b), fminf(x.x, y.x), fminf(x.y, y.y)) &&
        is(__hmax2_nan(a, b), fmaxf(x.x, y.x), fmaxf(x.y, y.y)));
  CHECK(is(__heq2(a, b), x.x == y.x, x.y == y.y) && is(__hlt2(a, b), x.x < y.x, x.y < y.y) &&
        is(__hge2(a, b), x.x >= y.x, x.y >= y.y) && is(__hgtu2(a, b), x.x > y.x, x.y > y.y) &&
        is(__hne2(a, b), x.x != y.x, x.y != y.y));
  CHECK(__hbeq2(a, a) && !__hbne2(a, a) && __hble2(a, a) && !__hblt2(a, a) && __hbgeu2(a, a));
  CHECK(__heq2_mask(a, b) == ((x.x == y.x ? 0xffffu : 0) | (x.y == y.y ? 0xffff0000u : 0)) &&
        __hltu2_mask(a, b) == ((x.x < y.x ? 0xffffu : 0) | (x.y < y.y ? 0xffff0000u : 0)));
  CHECK(is(__lowhigh2highlow(a), x.y, x.x) && is(__lows2half2(a, b), x.x, y.x) &&
        is(__highs2half2(a, b), x.y, y.y) && is(__low2half2(a), x.x, x.x) &&
        is(__half2half2(__high2half(a)), x.y, x.y));
  CHECK(is(h2floor(a), floorf(x.x), floorf(x.y)) && is(h2rint(a), rintf(x.x), rintf(x.y)) &&
        is(h2trunc(a), truncf(x.x), truncf(x.y)) && is(h2ceil(a), ceilf(x.x), ceilf(x.y)));
  CHECK(near(__low2float(h2exp(c)), expf(1.5f), 2e-3) && near(__low2float(h2log(c)), logf(1.5f), 2e-3) &&
        near(__low2float(h2sin(c)), sinf(1.5f), 2e-3) && near(__low2float(h2sqrt(c)), sqrtf(1.5f), 2e-3) &&
        near(__low2float(h2rcp(c)), 1 / 1.5f, 2e-3) && near(__low2float(h2rsqrt(c)), rsqrtf(1.5f), 2e-3) &&
        near(__low2float(h2tanh(c)), tanhf(1.5f), 2e-3) && near(__low2float(h2exp2(c)), exp2f(1.5f), 2e-3) &&
        near(__high2float(h2cos(c)), cosf(1.5f), 2e-3) && near(__low2float(h2log2(c)), log2f(1.5f), 2e-3) &&
        near(__low2float(h2tanh_approx(c)), tanhf(1.5f), 2e-3));
  CHECK(is(__hadd2_sat(a, b), fminf(fmaxf(x.x + y.x, 0), 1), fminf(fmaxf(x.y + y.y, 0), 1)) &&
        is(__hmul2_sat(c, c), 1, 1) && is(__hsub2_sat(c, c), 0, 0) && is(__hfma2_sat(c, c, c), 1, 1));
  const float2 w = __half22float2(__hcmadd(a, b, c));
  CHECK(near(w.x, x.x * y.x - x.y * y.y + 1.5f, 1e-2, 1) && near(w.y, x.x * y.y + x.y * y.x + 1.5f, 1e-2, 1));
  CHECK(is(c / c, 1, 1) && __hisnan2(c).x == __half(0.0f));
  __shared__ __half2 memory[256];
  memory[threadIdx.x] = a;
  __syncthreads();
  CHECK(is(memory[threadIdx.x ^ 1], __half2float(__float2half((threadIdx.x ^ 1) * 0.125f - 16)),
           3 - (threadIdx.x ^ 1) * 0.25f));
  CHECK(__half2float(__shfl_sync(~0u, __low2half(a), 3)) == (threadIdx.x / 32 * 32 + 3) * 0.125f - 16 &&
        is(__shfl_xor_sync(~0u, c, 1), 1.5f, 1.5f));
}

extern "C" __global__ void check_atomics(unsigned* failures) {
  __shared__ __half total;
  __shared__ __half2 totals;
  if (threadIdx.x == 0) total = 0, totals = __half2(0, 0);
  __syncthreads();
  atomicAdd(&total, __half(1.0f));
  atomicAdd(&totals, __half2(1.0f, 2.0f));
  __syncthreads();
  CHECK(__half2float(total) == blockDim.x && __low2float(totals) == blockDim.x &&
        __high2float(totals) == 2 * blockDim.x);
  unsigned short word = 7;
  __shared__ unsigned short cell;
  if (threadIdx.x == 0) {
    cell = word;
    CHECK(atomicCAS(&cell, (unsigned short)7, (unsigned short)9) == 7 && cell == 9);
  }
}

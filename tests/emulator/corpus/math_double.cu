// Double-precision functions and intrinsics, by identities and by the rounding that they promise.
#include "check.cuh"

extern "C" __global__ void check_elementary(unsigned* failures) {
  const double x = hidden(threadIdx.x * 0.031 - 3.9), y = hidden(threadIdx.x * 0.017 + 0.3);
  double s = 0, c = 0;
  sincos(x, &s, &c);
  CHECK(near(s * s + c * c, 1, 1e-15) && s == sin(x) && c == cos(x));
  CHECK(near(tan(x), s / c, 1e-13) && near(sin(x + 1e9), sin(x) * cos(1e9) + cos(x) * sin(1e9), 1e-6, 1e-6));
  CHECK(near(asin(sin(x / 3)), x / 3, 1e-13) && near(acos(cos(y / 3)), y / 3, 1e-12) &&
        near(atan(tan(x / 3)), x / 3, 1e-14));
  CHECK(near(log(exp(x)), x, 1e-13, 1e-14) && near(log2(exp2(x)), x, 1e-13, 1e-14) &&
        near(log10(exp10(x)), x, 1e-13, 1e-14));
  CHECK(near(log1p(expm1(x)), x, 1e-12, 1e-14) && near(asinh(sinh(x)), x, 1e-13) &&
        near(acosh(cosh(y)), y, 1e-12));
  CHECK(near(atanh(tanh(x)), x, 1e-10) && near(cbrt(x) * cbrt(x) * cbrt(x), x, 1e-14));
  CHECK(near(rsqrt(y) * rsqrt(y) * y, 1, 1e-14) && near(rcbrt(y) * cbrt(y), 1, 1e-14));
  CHECK(near(erf(x) + erfc(x), 1, 1e-14) && near(erfinv(erf(x / 3)), x / 3, 1e-12) &&
        near(erfcx(y), exp(y * y) * erfc(y), 1e-12));
  CHECK(near(exp(lgamma(y)), tgamma(y), 1e-12) && near(normcdfinv(normcdf(x / 2)), x / 2, 1e-11, 1e-12));
  CHECK(near(j0(y) * y1(y) - j1(y) * y0(y), -2 / (3.14159265358979323846 * y), 1e-9));
  CHECK(near(jn(2, y), 2 / y * j1(y) - j0(y), 1e-8, 1e-9) && near(yn(2, y), 2 / y * y1(y) - y0(y), 1e-8));
  CHECK(cyl_bessel_i0(y) > 1 + y * y / 4 && cyl_bessel_i1(y) > 0 && erfcinv(hidden(1.0)) == 0);
  CHECK(near(pow(y, x), exp(x * log(y)), 1e-12) && near(atan2(x, y), atan(x / y), 1e-14) &&
        near(hypot(x, y), sqrt(x * x + y * y), 1e-15));
  CHECK(near(sinpi(x), sin(3.14159265358979323846 * x), 1e-12, 1e-14) &&
        near(cospi(x), cos(3.14159265358979323846 * x), 1e-12, 1e-14));
  sincospi(x, &s, &c);
  CHECK(near(s * s + c * c, 1, 1e-14));
}

extern "C" __global__ void check_parts(unsigned* failures) {
  const double x = hidden(threadIdx.x * 0.31 - 39.5), y = hidden(threadIdx.x * 0.017 + 0.3);
  CHECK(floor(x) <= x && ceil(x) >= x && fabs(trunc(x)) <= fabs(x) && fabs(rint(x) - x) <= 0.5 &&
        fabs(round(x) - x) <= 0.5);
  CHECK(nearbyint(x) == rint(x) && lrint(x) == long(rint(x)) && llround(x) == (long long)(round(x)) &&
        lround(x) == long(round(x)));
  int e = 0;
  const double m = frexp(y, &e);
  CHECK(m >= 0.5 && m < 1 && ldexp(m, e) == y && scalbn(m, e) == y && scalbln(m, e) == y &&
        ilogb(y) == e - 1 && logb(y) == e - 1);
  double whole = 0;
  CHECK(modf(x, &whole) + whole == x && copysign(y, x) == (x < 0 ? -y : y));
  CHECK(fabs(fmod(x, y)) < y && fabs(remainder(x, y)) <= y / 2 && fmax(x, y) >= fmin(x, y) &&
        fdim(x, y) >= 0);
  int q = 0;
  CHECK(remquo(x, y, &q) == remainder(x, y));
  CHECK(nextafter(y, 9.0) > y && isnan(nan("")) && isfinite(x) && signbit(x) == (x < 0));
  CHECK(near(norm3d(x, y, 2.0), sqrt(x * x + y * y + 4), 1e-15) &&
        near(rnorm3d(x, y, 2.0) * norm3d(x, y, 2.0), 1, 1e-14));
  CHECK(near(norm4d(x, y, 2.0, 1.0), sqrt(x * x + y * y + 5), 1e-15) &&
        near(rhypot(x, y) * hypot(x, y), 1, 1e-14));
}

extern "C" __global__ void check_intrinsics(unsigned* failures) {
  const double x = hidden(threadIdx.x * 0.37 + 0.25), y = hidden(threadIdx.x * 0.011 + 0.5), z = hidden(0.1);
  CHECK(__dadd_rd(x, z) <= __dadd_rn(x, z) && __dadd_rn(x, z) <= __dadd_ru(x, z) &&
        __dadd_rz(x, z) == __dadd_rd(x, z));
  CHECK(__dsub_rd(x, z) <= __dsub_rn(x, z) && __dsub_rn(x, z) <= __dsub_ru(x, z) &&
        __dsub_rz(x, z) <= __dsub_ru(x, z));
  CHECK(__dmul_rd(x, y) <= __dmul_rn(x, y) && __dmul_rn(x, y) <= __dmul_ru(x, y) &&
        __dmul_rz(x, y) == __dmul_rd(x, y));
  CHECK(__fma_rd(x, y, z) <= __fma_rn(x, y, z) && __fma_rn(x, y, z) <= __fma_ru(x, y, z) &&
        __fma_rz(x, y, z) == __fma_rd(x, y, z));
  CHECK(__ddiv_rd(x, y) <= __ddiv_rn(x, y) && __ddiv_rn(x, y) <= __ddiv_ru(x, y) &&
        __ddiv_rz(x, y) == __ddiv_rd(x, y));
  CHECK(__drcp_rd(x) <= __drcp_rn(x) && __drcp_rn(x) <= __drcp_ru(x) && __drcp_rz(x) == __drcp_rd(x));
  CHECK(__dsqrt_rd(x) <= __dsqrt_rn(x) && __dsqrt_rn(x) <= __dsqrt_ru(x) && __dsqrt_rz(x) == __dsqrt_rd(x));
  CHECK(__dadd_ru(x, z) - __dadd_rd(x, z) < 1e-13 && __ddiv_ru(x, y) - __ddiv_rd(x, y) < 1e-12);
  CHECK(__double2hiint(x) == int(__double_as_longlong(x) >> 32) &&
        __double2loint(x) == int(__double_as_longlong(x)));
  CHECK(__hiloint2double(__double2hiint(x), __double2loint(x)) == x &&
        __longlong_as_double(__double_as_longlong(x)) == x);
}

extern "C" __global__ void check_conversions(unsigned* failures) {
  const double d = hidden(threadIdx.x * 1.37 - 100.0);
  const float f = hidden(threadIdx.x * 1.37f - 100.0f);
  CHECK(__double2int_rd(d) <= d && __double2int_ru(d) >= d && __double2int_rz(d) == int(d) &&
        fabs(__double2int_rn(d) - d) <= 0.5);
  CHECK(__double2ll_rd(d) == __double2int_rd(d) && __double2ll_ru(d) == __double2int_ru(d) &&
        __double2ll_rz(d) == __double2int_rz(d) && __double2ll_rn(d) == __double2int_rn(d));
  CHECK(__double2uint_rz(fabs(d)) == unsigned(fabs(d)) &&
        __double2ull_rz(fabs(d)) == (unsigned long long)(fabs(d)));
  CHECK(__double2uint_rd(-5.5) == 0 && __double2ull_ru(5.5) == 6 && __double2uint_rn(5.5) == 6 &&
        __double2uint_ru(5.2) == 6);
  CHECK(__float2int_rd(f) <= f && __float2int_ru(f) >= f && __float2int_rz(f) == int(f) &&
        __float2int_rn(f) == int(rintf(f)));
  CHECK(__float2uint_rz(fabsf(f)) == unsigned(fabsf(f)) && __float2ll_rn(f) == (long long)rintf(f) &&
        __float2ull_rd(fabsf(f)) == (unsigned long long)floorf(fabsf(f)));
  CHECK(__double2float_rd(d) <= d && __double2float_ru(d) >= d && __double2float_rn(d) == float(d) &&
        fabs(__double2float_rz(d)) <= fabs(d));
  const int i = hidden(0x7fffff7f - int(threadIdx.x));
  CHECK(__int2float_rd(i) <= double(i) && __int2float_ru(i) >= double(i) && __int2float_rn(i) == float(i) &&
        __int2float_rz(i) <= double(i));
  CHECK(__uint2float_rd(unsigned(i)) <= double(i) && __uint2float_ru(unsigned(i)) >= double(i) &&
        __uint2double_rn(unsigned(i)) == double(i));
  const long long l = hidden(0x7fffffffffffff01ll - threadIdx.x);
  CHECK(__ll2double_rd(l) <= __ll2double_ru(l) && __ll2float_rd(l) <= __ll2float_ru(l) &&
        __ll2double_rn(l) == double(l) && __ll2float_rn(l) == float(l));
  CHECK(__ull2double_rz(l) == __ll2double_rz(l) && __ull2float_rz(l) == __ll2float_rz(l) &&
        __ull2double_rd(l) <= __ull2double_ru(l));
  CHECK(__float_as_int(f) == __float_as_int(__int_as_float(__float_as_int(f))) &&
        __uint_as_float(__float_as_uint(f)) == f);
  const signed char c = hidden((signed char)(threadIdx.x));
  CHECK(float(c) == int(c) && double(c) == int(c) && (signed char)(float(c)) == c &&
        (unsigned char)(hidden(200.7f)) == 200);
  CHECK(short(hidden(-3.9f)) == -3 && (unsigned short)(hidden(65535.0)) == 65535);
}

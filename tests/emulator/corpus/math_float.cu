// Every single-precision function of the CUDA math library, against the double-precision one.
// corpus: loads only with -use_fast_math
#include "check.cuh"

#define ONE(name, low, high, bound)                                 \
  {                                                                 \
    const float x = hidden(float(low + (high - low) * t / 255.0f)); \
    CHECK(near(name##f(x), name(double(x)), bound, bound));         \
  }

extern "C" __global__ void check_elementary(unsigned* failures) {
  const unsigned t = threadIdx.x;
  ONE(sin, -20, 20, 1e-6)
  ONE(cos, -20, 20, 1e-6)
  ONE(sin, -2e5, 2e5, 1e-6)
  ONE(cos, -1e30f, 1e30f, 1e-6)
  ONE(tan, -1.5f, 1.5f, 1e-6)
  ONE(tan, -3e5f, 3e5f, 1e-3)
  ONE(asin, -1, 1, 1e-6)
  ONE(acos, -1, 1, 1e-6)
  ONE(atan, -50, 50, 1e-6)
  ONE(sinh, -10, 10, 1e-6)
  ONE(cosh, -10, 10, 1e-6)
  ONE(tanh, -10, 10, 1e-6)
  ONE(asinh, -1000, 1000, 1e-6)
  ONE(acosh, 1, 1000, 1e-6)
  ONE(atanh, -0.99f, 0.99f, 1e-6)
  ONE(exp, -80, 80, 1e-6)
  ONE(exp2, -100, 100, 1e-6)
  ONE(exp10, -30, 30, 1e-6)
  ONE(expm1, -5, 20, 1e-6)
  ONE(log, 1e-30f, 1e30f, 1e-6)
  ONE(log2, 1e-3f, 1e3f, 1e-6)
  ONE(log10, 1e-3f, 1e3f, 1e-6)
  ONE(log1p, -0.9f, 1e3f, 1e-6)
  ONE(sqrt, 0, 1e6f, 1e-6)
  ONE(rsqrt, 1e-3f, 1e6f, 1e-6)
  ONE(cbrt, -1e6f, 1e6f, 1e-6)
  ONE(rcbrt, 1e-3f, 1e6f, 1e-6)
  ONE(sinpi, -5, 5, 1e-6)
  ONE(cospi, -5, 5, 1e-6)
}

extern "C" __global__ void check_special(unsigned* failures) {
  const unsigned t = threadIdx.x;
  ONE(erf, -4, 4, 1e-6)
  ONE(erfc, -4, 8, 4e-6)
  ONE(erfinv, -0.99f, 0.99f, 2e-6)
  ONE(erfcinv, 0.01f, 1.99f, 4e-6)
  ONE(erfcx, -2, 30, 4e-6)
  ONE(normcdf, -5, 5, 2e-6)
  ONE(normcdfinv, 0.01f, 0.99f, 4e-6)
  ONE(lgamma, 0.1f, 50, 4e-6)
  ONE(tgamma, 0.1f, 30, 4e-6)
  ONE(j0, 0, 20, 1e-5)
  ONE(j1, 0, 20, 1e-5)
  ONE(y0, 0.1f, 20, 1e-5)
  ONE(y1, 0.1f, 20, 1e-5)
  ONE(cyl_bessel_i0, 0, 10, 4e-6)
  ONE(cyl_bessel_i1, 0, 10, 4e-6)
  const float x = hidden(0.1f + t / 10.0f);
  CHECK(near(jnf(3, x), jn(3, double(x)), 1e-4, 1e-5));
  CHECK(near(ynf(3, x), yn(3, double(x)), 1e-3, 1e-4));
}

extern "C" __global__ void check_rounding_and_parts(unsigned* failures) {
  const unsigned t = threadIdx.x;
  ONE(floor, -9, 9, 0)
  ONE(ceil, -9, 9, 0)
  ONE(trunc, -9, 9, 0)
  ONE(round, -9, 9, 0)
  ONE(rint, -9, 9, 0)
  ONE(nearbyint, -9, 9, 0)
  ONE(fabs, -9, 9, 0)
  ONE(logb, 0.1f, 1e9f, 0)
  const float x = hidden(t * 0.37f - 40.0f), y = hidden(t * 0.011f + 0.5f);
  CHECK(lroundf(x) == lround(double(x)) && llroundf(x) == llround(double(x)));
  CHECK(lrintf(x) == lrint(double(x)) && llrintf(x) == llrint(double(x)));
  CHECK(ilogbf(y) == ilogb(double(y)));
  int e1 = 0, e2 = 0;
  CHECK(frexpf(y, &e1) == float(frexp(double(y), &e2)) && e1 == e2);
  CHECK(ldexpf(x, 5) == float(ldexp(double(x), 5)) && scalbnf(x, -3) == float(scalbn(double(x), -3)));
  CHECK(scalblnf(x, 4) == x * 16.0f);
  float whole = 0;
  CHECK(modff(x, &whole) + whole == x);
  CHECK(fmodf(x, y) == float(fmod(double(x), double(y))));
  CHECK(near(remainderf(x, y), remainder(double(x), double(y)), 0));
  int q1 = 0, q2 = 0;
  CHECK(near(remquof(x, y, &q1), remquo(double(x), double(y), &q2), 0) && (q1 & 7) == (q2 & 7));
  CHECK(fmaxf(x, y) == (x > y ? x : y) && fminf(x, y) == (x < y ? x : y) &&
        fdimf(x, y) == (x > y ? x - y : 0));
  CHECK(copysignf(y, x) == (x < 0 ? -y : y) && signbit(x) == (x < 0));
  CHECK(near(hypotf(x, y), hypot(double(x), double(y)), 1e-6) &&
        near(rhypotf(x, y), rhypot(double(x), double(y)), 1e-6));
  CHECK(near(norm3df(x, y, 1), norm3d(double(x), double(y), 1.0), 1e-6));
  CHECK(near(rnorm3df(x, y, 1), rnorm3d(double(x), double(y), 1.0), 1e-6));
  CHECK(near(norm4df(x, y, 1, 2), norm4d(double(x), double(y), 1.0, 2.0), 1e-6));
  CHECK(near(rnorm4df(x, y, 1, 2), rnorm4d(double(x), double(y), 1.0, 2.0), 1e-6));
  const float values[3] = {x, y, 3};
  CHECK(near(normf(3, values), norm3d(double(x), double(y), 3.0), 1e-6));
  CHECK(near(rnormf(3, values), rnorm3d(double(x), double(y), 3.0), 1e-6));
  CHECK(near(powf(y, x / 10), pow(double(y), double(x) / 10), 1e-5));
  CHECK(near(atan2f(x, y), atan2(double(x), double(y)), 1e-6));
  float s = 0, c = 0;
  sincosf(x, &s, &c);
  CHECK(near(s, sin(double(x)), 1e-6, 1e-6) && near(c, cos(double(x)), 1e-6, 1e-6));
  sincospif(y, &s, &c);
  CHECK(near(s, sinpi(double(y)), 1e-6, 1e-6) && near(c, cospi(double(y)), 1e-6, 1e-6));
  CHECK(fmaf(x, y, 1.0f) == float(fma(double(x), double(y), 1.0)) || t != 0);
  CHECK(nextafterf(y, 100.0f) > y && nextafterf(y, -100.0f) < y);
  CHECK(fdividef(x, y) == x / y || near(fdividef(x, y), double(x) / y, 1e-6));
  CHECK(isnan(nanf("")) && isinf(hidden(1.0f) / hidden(0.0f)) && isfinite(x) && !isnan(x));
  CHECK(near(fmaf(x, y, -x * y), 0, 0, 1e-5));
}

extern "C" __global__ void check_intrinsics(unsigned* failures) {
  const unsigned t = threadIdx.x;
  const float x = hidden(t * 0.37f + 0.25f), y = hidden(t * 0.011f + 0.5f), z = hidden(0.1f);
  const double exact = double(x) * double(y);
  CHECK(__fmul_rd(x, y) <= exact && __fmul_ru(x, y) >= exact && __fmul_rz(x, y) <= exact);
  CHECK(__fmul_rn(x, y) == float(exact));
  CHECK(__fadd_rd(x, z) <= double(x) + z && __fadd_ru(x, z) >= double(x) + z &&
        __fadd_rz(x, z) <= double(x) + z);
  CHECK(__fadd_rn(x, z) == float(double(x) + z) && __fsub_rn(x, z) == float(double(x) - z));
  CHECK(__fsub_rd(x, z) <= double(x) - z && __fsub_ru(x, z) >= double(x) - z &&
        __fsub_rz(x, z) == __fsub_rz(x, z));
  CHECK(__fmaf_rd(x, y, z) <= exact + z && __fmaf_ru(x, y, z) >= exact + z &&
        __fmaf_rz(x, y, z) <= exact + z);
  CHECK(__fmaf_rn(x, y, z) == fmaf(x, y, z) && __fmaf_ieee_rn(x, y, z) == fmaf(x, y, z));
  CHECK(__fmaf_ieee_rd(x, y, z) <= exact + z && __fmaf_ieee_ru(x, y, z) >= exact + z &&
        __fmaf_ieee_rz(x, y, z) <= exact + z);
  CHECK(__fdiv_rd(x, y) * double(y) <= x && __fdiv_ru(x, y) * double(y) >= x &&
        __fdiv_rz(x, y) * double(y) <= x);
  CHECK(__fdiv_rn(x, y) == float(double(x) / y));
  CHECK(__frcp_rd(x) * double(x) <= 1 && __frcp_ru(x) * double(x) >= 1 && __frcp_rz(x) * double(x) <= 1);
  CHECK(__frcp_rn(x) == float(1.0 / x));
  CHECK(double(__fsqrt_rd(x)) * __fsqrt_rd(x) <= x && double(__fsqrt_ru(x)) * __fsqrt_ru(x) >= x);
  CHECK(__fsqrt_rn(x) == float(sqrt(double(x))) && double(__fsqrt_rz(x)) * __fsqrt_rz(x) <= x);
  CHECK(near(__frsqrt_rn(x), 1 / sqrt(double(x)), 1e-7));
  CHECK(near(__sinf(y), sin(double(y)), 0, 1e-6) && near(__cosf(y), cos(double(y)), 0, 1e-6));
  CHECK(near(__tanf(y / 3), tan(double(y) / 3), 1e-4) && near(__expf(y), exp(double(y)), 1e-5));
  CHECK(near(__exp10f(y), pow(10.0, double(y)), 1e-5) && near(__logf(x), log(double(x)), 1e-4, 1e-6));
  CHECK(near(__log2f(x), log2(double(x)), 1e-4, 1e-6) && near(__log10f(x), log10(double(x)), 1e-4, 1e-6));
  CHECK(near(__powf(x, y), pow(double(x), double(y)), 1e-4) && near(__fdividef(x, y), double(x) / y, 1e-6));
  CHECK(__saturatef(x) == (x > 1 ? 1 : x));
  float s = 0, c = 0;
  __sincosf(y, &s, &c);
  CHECK(near(s, sin(double(y)), 0, 1e-6) && near(c, cos(double(y)), 0, 1e-6));
  CHECK(__tanf(0.0f) == 0.0f && near(tanhf(y), tanh(double(y)), 1e-5));
}

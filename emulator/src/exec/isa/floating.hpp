/// f32 and f64 arithmetic.
#pragma once

#include "rounding.hpp"

extern "C" {
double sin(double) noexcept;
double cos(double) noexcept;
double log2(double) noexcept;
double exp2(double) noexcept;
double tanh(double) noexcept;
}

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

// clang-format off
inline float canonical(float x) { return x != x ? as_float(0x7fffffff) : x; }
inline double canonical(double x) { return x; }
/// NaN of f64 as a GPU gives it: an operand that is one, made quiet, else the indefinite one. Of two operands the second counts first, of
/// three the second, the third, the first; a quotient takes its first.
inline double quiet(double x) { return as_double(bits(x) | 0x0008'0000'0000'0000); }
inline float settle(float r, float) { return canonical(r); }
inline float settle(float r, float, float) { return canonical(r); }
inline float settle(float r, float, float, float) { return canonical(r); }
inline double settle(double r, double a) { return a != a ? quiet(a) : r != r ? as_double(0xfff8'0000'0000'0000) : r; }
inline double settle(double r, double a, double b) { return b != b ? quiet(b) : settle(r, a); }
inline double settle(double r, double a, double b, double c) { return b != b ? quiet(b) : settle(r, a, c); }
inline float flush(float x) { return (bits(x) & 0x7f800000) == 0 ? as_float(bits(x) & 0x80000000) : x; }
inline double flush(double x) { return x; }
template <class T> inline T saturate01(T x) { return x > T(0) ? (x < T(1) ? x : T(1)) : T(0); }  // NaN becomes +0
inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// The modifiers that most f32 operations share: group 0 rounding (|.rn|.rz|.rm|.rp), 1 .ftz, 2 .sat.
struct Modes {
  unsigned rounding;
  bool ftz, sat;
  explicit Modes(const Instruction& in) : rounding(in.modifier(0) == 0 ? 0 : in.modifier(0) - 1), ftz(in.modifier(1) == 1), sat(in.modifier(2) == 1) {}
};
template <class T> inline T finish(T r, bool ftz, bool sat) {
  r = canonical(r);
  if (ftz) r = flush(r);
  if (sat) r = saturate01(r);
  return r;
}

/// With .ftz a result is flushed when it would be tiny if exponents had no bound: one that is rounded up to the smallest normal number
/// for lack of exponents only is still flushed. `below` tells that of lane i; it is asked only where the result is that number.
template <class B> inline void flush_rounded_up(float* r, Mask m, B below) {
  const Mask suspects = m & lanes_where([&](unsigned i) { return (bits(r[i]) & 0x7fffffff) == 0x00800000; });
  each_lane(suspects, [&](unsigned i) {
    if (below(i)) r[i] = as_float(bits(r[i]) & 0x80000000);
  });
}
template <class B> inline void flush_rounded_up(double*, Mask, B) {}
struct NeverBelow {
  template <class... T> bool operator()(T...) const { return false; }
};
/// Whether a result that came out as the smallest normal f32 is below it when rounded to 24 bits without a bound on the exponent. `exact`
/// may be rounded to odd. A direction other than to nearest can only have been away from zero.
inline bool below_smallest_f32(double exact, unsigned rounding) {
  const double size = as_double(bits(exact) & 0x7fff'ffff'ffff'ffff);
  return rounding == 0 ? size < 0x1p-126 - 0x1p-151 : size <= 0x1p-126 - 0x1p-150;
}
/// a + b with the last bit odd when the sum is inexact (rounding to odd).
inline double add_to_odd(double a, double b) {
  const double sum = a + b;
  const double bb = sum - a;
  const double error = (a - (sum - bb)) + (b - bb);
  if (error == 0 || sum != sum || sum - sum != 0) return sum;
  const u64 raw = bits(sum);
  if (raw & 1) return sum;
  // Towards the error's side of the true sum.
  const bool away = (error > 0) == (sum > 0);
  return as_double(away ? raw + 1 : raw - 1);
}
inline double magnitude(double x) { return as_double(bits(x) & 0x7fff'ffff'ffff'ffff); }

struct Settle {
  template <class T> T operator()(T r, T a, T b) const { return settle(r, a, b); }
};
struct SettleQuotient {
  template <class T> T operator()(T r, T a, T b) const { return settle(r, b, a); }
};
template <class T, class F, class B = NeverBelow, class S = Settle>
inline void float2(Warp& w, const Instruction& in, Mask m, F f, B below = {}, S settled = {}) {
  const Modes mode(in);
  if (mode.rounding == 0 && !mode.ftz) {
    if (!mode.sat) map2<T, T, T>(w, in, m, [=](T a, T b) { return settled(f(a, b), a, b); });
    else map2<T, T, T>(w, in, m, [f](T a, T b) { return finish(f(a, b), false, true); });
    return;
  }
  T a[warp_size], b[warp_size], r[warp_size];
  const T* const from_a = operand<T>(w, in, 1);
  const T* const from_b = operand<T>(w, in, 2);
  GPU_EMULATOR_LANES {
    a[i] = mode.ftz ? flush(from_a[i]) : from_a[i];
    b[i] = mode.ftz ? flush(from_b[i]) : from_b[i];
  }
  if (mode.rounding != 0) {
    const RoundingScope scope(mode.rounding);
    each_lane(m, [&](unsigned i) { r[i] = opaque(f(opaque(a[i]), opaque(b[i]))); });
  } else {
    GPU_EMULATOR_LANES r[i] = f(a[i], b[i]);
  }
  if (mode.ftz) flush_rounded_up(r, m, [&](unsigned i) { return below(a[i], b[i], mode.rounding); });
  T* const d = operand<T>(w, in, 0);
  if (mode.rounding != 0) each_lane(m, [&](unsigned i) { d[i] = finish(settled(r[i], a[i], b[i]), mode.ftz, mode.sat); });
  else GPU_EMULATOR_LANES d[i] = (m >> i & 1) != 0 ? finish(settled(r[i], a[i], b[i]), mode.ftz, mode.sat) : d[i];
}
template <class T, class F, class B = NeverBelow> inline void float1(Warp& w, const Instruction& in, Mask m, F f, B below = {}) {
  const Modes mode(in);
  if (mode.rounding == 0 && !mode.ftz) return map1<T, T>(w, in, m, [f](T a) { return settle(f(a), a); });
  T a[warp_size], r[warp_size];
  const T* const from_a = operand<T>(w, in, 1);
  GPU_EMULATOR_LANES a[i] = mode.ftz ? flush(from_a[i]) : from_a[i];
  {
    const RoundingScope scope(mode.rounding);
    each_lane(m, [&](unsigned i) { r[i] = opaque(f(opaque(a[i]))); });
  }
  if (mode.ftz) flush_rounded_up(r, m, [&](unsigned i) { return below(a[i]); });
  T* const d = operand<T>(w, in, 0);
  each_lane(m, [&](unsigned i) { d[i] = finish(settle(r[i], a[i]), mode.ftz, false); });
}
template <class T> void add_float(Warp& w, const Instruction& in, Mask m) { float2<T>(w, in, m, [](T a, T b) { return a + b; }); }
template <class T> void sub_float(Warp& w, const Instruction& in, Mask m) { float2<T>(w, in, m, [](T a, T b) { return a - b; }); }
template <class T> void mul_float(Warp& w, const Instruction& in, Mask m) {
  float2<T>(w, in, m, [](T a, T b) { return a * b; }, [](T a, T b, unsigned rounding) { return below_smallest_f32(double(a) * double(b), rounding); });
}
template <class T> void div_float(Warp& w, const Instruction& in, Mask m) {
  // The quotient against the bound, as products that a double holds exactly.
  float2<T>(w, in, m, [](T a, T b) { return a / b; }, [](T a, T b, unsigned rounding) {
    return rounding == 0 ? magnitude(double(a)) < (0x1p-126 - 0x1p-151) * magnitude(double(b)) : magnitude(double(a)) <= (0x1p-126 - 0x1p-150) * magnitude(double(b));
  }, SettleQuotient{});
}
template <class T> void rcp_float(Warp& w, const Instruction& in, Mask m) {
  float1<T>(w, in, m, [](T a) { return T(1) / a; }, [](T a) { return magnitude(double(a)) > 0x1p126; });
}
inline void sqrt_f32(Warp& w, const Instruction& in, Mask m) { float1<float>(w, in, m, [](float a) { return __builtin_sqrtf(a); }); }
inline void sqrt_f64(Warp& w, const Instruction& in, Mask m) { float1<double>(w, in, m, [](double a) { return __builtin_sqrt(a); }); }

template <class T> void fma_float(Warp& w, const Instruction& in, Mask m) {
  const Modes mode(in);
  if (mode.rounding == 0 && !mode.ftz) {
    if (!mode.sat) map3<T, T, T, T>(w, in, m, [](T a, T b, T c) { return settle(fused(a, b, c), a, b, c); });
    else map3<T, T, T, T>(w, in, m, [](T a, T b, T c) { return finish(fused(a, b, c), false, true); });
    return;
  }
  T a[warp_size], b[warp_size], c[warp_size], r[warp_size];
  const T* const from_a = operand<T>(w, in, 1);
  const T* const from_b = operand<T>(w, in, 2);
  const T* const from_c = operand<T>(w, in, 3);
  GPU_EMULATOR_LANES {
    a[i] = mode.ftz ? flush(from_a[i]) : from_a[i];
    b[i] = mode.ftz ? flush(from_b[i]) : from_b[i];
    c[i] = mode.ftz ? flush(from_c[i]) : from_c[i];
  }
  if (mode.rounding != 0) {
    const RoundingScope scope(mode.rounding);
    each_lane(m, [&](unsigned i) { r[i] = opaque(fused(opaque(a[i]), opaque(b[i]), opaque(c[i]))); });
  } else {
    GPU_EMULATOR_LANES r[i] = fused(a[i], b[i], c[i]);
  }
  if (mode.ftz) flush_rounded_up(r, m, [&](unsigned i) { return below_smallest_f32(add_to_odd(double(a[i]) * double(b[i]), double(c[i])), mode.rounding); });
  T* const d = operand<T>(w, in, 0);
  if (mode.rounding != 0) each_lane(m, [&](unsigned i) { d[i] = finish(settle(r[i], a[i], b[i], c[i]), mode.ftz, mode.sat); });
  else GPU_EMULATOR_LANES d[i] = (m >> i & 1) != 0 ? finish(settle(r[i], a[i], b[i], c[i]), mode.ftz, mode.sat) : d[i];
}

/// div.approx: 0 (or NaN for an infinite dividend) where the divisor's reciprocal would be denormal.
inline float divide_approximately(float a, float b) {
  const u32 magnitude = bits(b) & 0x7fffffff;
  if (magnitude > 0x7e800000 && magnitude < 0x7f800000) {
    if (a != a) return as_float(0x7fffffff);
    if ((bits(a) & 0x7fffffff) == 0x7f800000) return as_float(0x7fffffff);
    return as_float((bits(a) ^ bits(b)) & 0x80000000);
  }
  return a / b;
}
// The approximations share one shape: group 0 is .ftz.
template <class F> inline void approx1(Warp& w, const Instruction& in, Mask m, F f) {
  const bool ftz = in.modifier(0) == 0;
  if (ftz) map1<float, float>(w, in, m, [f](float a) { return finish(f(flush(a)), true, false); });
  else map1<float, float>(w, in, m, [f](float a) { return canonical(f(a)); });
}
template <class F> inline void approx1_call(Warp& w, const Instruction& in, Mask m, F f) {
  const bool ftz = in.modifier(0) == 0;
  scalar1<float, float>(w, in, m, [&](float a) { return finish(f(ftz ? flush(a) : a), ftz, false); });
}
inline void div_approx(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 0;
  map2<float, float, float>(w, in, m, [ftz](float a, float b) { return finish(divide_approximately(ftz ? flush(a) : a, ftz ? flush(b) : b), ftz, false); });
}
inline void div_full(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 0;
  map2<float, float, float>(w, in, m, [ftz](float a, float b) { return finish((ftz ? flush(a) : a) / (ftz ? flush(b) : b), ftz, false); });
}
inline void rcp_approx(Warp& w, const Instruction& in, Mask m) { approx1(w, in, m, [](float a) { return 1.0f / a; }); }
inline void sqrt_approx(Warp& w, const Instruction& in, Mask m) { approx1(w, in, m, [](float a) { return __builtin_sqrtf(a); }); }
inline void rsqrt_approx(Warp& w, const Instruction& in, Mask m) { approx1(w, in, m, [](float a) { return float(1.0 / __builtin_sqrt(double(a))); }); }
inline void rsqrt_approx_f64(Warp& w, const Instruction& in, Mask m) { map1<double, double>(w, in, m, [](double a) { return canonical(1.0 / __builtin_sqrt(a)); }); }
/// The .ftz.f64 forms read and write the upper half of a double alone.
inline double upper_half(double x) { return as_double(bits(x) & 0xffff'ffff'0000'0000); }
inline double flush64(double x) { return (bits(x) & 0x7ff0'0000'0000'0000) == 0 ? as_double(bits(x) & 0x8000'0000'0000'0000) : x; }
inline void rcp_approx_ftz_f64(Warp& w, const Instruction& in, Mask m) {
  map1<double, double>(w, in, m, [](double a) { return flush64(upper_half(canonical(1.0 / flush64(upper_half(a))))); });
}
inline void rsqrt_approx_ftz_f64(Warp& w, const Instruction& in, Mask m) {
  map1<double, double>(w, in, m, [](double a) { return flush64(upper_half(canonical(1.0 / __builtin_sqrt(flush64(upper_half(a)))))); });
}
inline void sin_approx(Warp& w, const Instruction& in, Mask m) { approx1_call(w, in, m, [](float a) { return float(::sin(double(a))); }); }
inline void cos_approx(Warp& w, const Instruction& in, Mask m) { approx1_call(w, in, m, [](float a) { return float(::cos(double(a))); }); }
inline void lg2_approx(Warp& w, const Instruction& in, Mask m) { approx1_call(w, in, m, [](float a) { return float(::log2(double(a))); }); }
inline void ex2_approx(Warp& w, const Instruction& in, Mask m) { approx1_call(w, in, m, [](float a) { return float(::exp2(double(a))); }); }
inline void tanh_approx(Warp& w, const Instruction& in, Mask m) { scalar1<float, float>(w, in, m, [](float a) { return canonical(float(::tanh(double(a)))); }); }

template <class T> constexpr typename Bits<T>::type sign_bit = typename Bits<T>::type(1) << (sizeof(T) * 8 - 1);
/// f(bits) of a number; NaN stays what it is, made quiet.
template <class T, class F> inline void change_sign(Warp& w, const Instruction& in, Mask m, F f) {
  using U = typename Bits<T>::type;
  const bool ftz = sizeof(T) == 4 && in.modifier(0) == 0;
  map1<U, U>(w, in, m, [=](U a) {
    if (ftz) a = bits(flush(bit_copy<T>(a)));
    const T x = bit_copy<T>(a);
    if (x != x) return sizeof(T) == 4 ? U(0x7fffffff) : U(bits(quiet(double(x))));
    return U(f(a));
  });
}
template <class T> void neg_float(Warp& w, const Instruction& in, Mask m) { change_sign<T>(w, in, m, [](auto a) { return a ^ sign_bit<T>; }); }
template <class T> void abs_float(Warp& w, const Instruction& in, Mask m) { change_sign<T>(w, in, m, [](auto a) { return a & ~sign_bit<T>; }); }
/// A number wins over NaN, unless `nan` says that NaN wins (f32 alone can); -0 is below +0.
template <class T> inline T lesser(T a, T b, bool nan) {
  using U = typename Bits<T>::type;
  const T ordered = a < b ? a : b < a ? b : bit_copy<T>(U(bits(a) | bits(b)));
  const bool a_nan = a != a, b_nan = b != b;
  if (nan ? a_nan || b_nan : a_nan && b_nan) return settle(T(__builtin_nan("")), a, b);
  return a_nan ? b : b_nan ? a : ordered;
}
template <class T> inline T greater(T a, T b, bool nan) {
  using U = typename Bits<T>::type;
  const T ordered = a > b ? a : b > a ? b : bit_copy<T>(U(bits(a) & bits(b)));
  const bool a_nan = a != a, b_nan = b != b;
  if (nan ? a_nan || b_nan : a_nan && b_nan) return settle(T(__builtin_nan("")), a, b);
  return a_nan ? b : b_nan ? a : ordered;
}
/// Groups: 0 .ftz, 1 .NaN, 2 .xorsign.abs
template <class F> inline void extreme_f32(Warp& w, const Instruction& in, Mask m, F f) {
  const bool ftz = in.modifier(0) == 0, nan = in.modifier(1) == 0, xorsign = in.modifier(2) == 0;
  map2<float, float, float>(w, in, m, [=](float a, float b) {
    if (ftz) { a = flush(a); b = flush(b); }
    if (!xorsign) return f(a, b, nan);
    const u32 sign = (bits(a) ^ bits(b)) & 0x80000000;
    const float r = f(as_float(bits(a) & 0x7fffffff), as_float(bits(b) & 0x7fffffff), nan);
    return r != r ? r : as_float(bits(r) | sign);
  });
}
inline void min_f32(Warp& w, const Instruction& in, Mask m) { extreme_f32(w, in, m, lesser<float>); }
inline void max_f32(Warp& w, const Instruction& in, Mask m) { extreme_f32(w, in, m, greater<float>); }
inline void min_f64(Warp& w, const Instruction& in, Mask m) { map2<double, double, double>(w, in, m, [](double a, double b) { return lesser(a, b, false); }); }
inline void max_f64(Warp& w, const Instruction& in, Mask m) { map2<double, double, double>(w, in, m, [](double a, double b) { return greater(a, b, false); }); }
template <class T> void copysign_float(Warp& w, const Instruction& in, Mask m) {
  using U = typename Bits<T>::type;
  map2<U, U, U>(w, in, m, [](U sign, U magnitude) { return U((magnitude & ~sign_bit<T>) | (sign & sign_bit<T>)); });
}
/// Group 0: finite, infinite, number, notanumber, normal, subnormal.
template <class T> void testp(Warp& w, const Instruction& in, Mask m) {
  using U = typename Bits<T>::type;
  const U* a = operand<U>(w, in, 1);
  const U infinity = sizeof(T) == 4 ? U(0x7f800000) : U(0x7ff0'0000'0000'0000);
  const U smallest = sizeof(T) == 4 ? U(0x00800000) : U(0x0010'0000'0000'0000);
  const unsigned what = in.modifier(0);
  const Mask r = lanes_where([&](unsigned i) {
    const U x = U(a[i] & ~sign_bit<T>);
    switch (what) {
      case 0: return x < infinity;
      case 1: return x == infinity;
      case 2: return x <= infinity;
      case 3: return x > infinity;
      case 4: return (x >= smallest && x < infinity) || x == 0;  // a GPU takes zero as normal
      default: return x != 0 && x < smallest;
    }
  });
  set_predicate(w, in, 0, m, r);
}

#define GPU_EMULATOR_ROUND "{|.rn|.rz|.rm|.rp}"
#define GPU_EMULATOR_ROUND_REQUIRED "{!|.rn|.rz|.rm|.rp}"
#if !defined(GPU_EMULATOR_WITHOUT_FORMS)
constexpr Form floating_forms[] = {
  {"add" GPU_EMULATOR_ROUND "{|.ftz}{|.sat}.f32", "f=ff", add_float<float>, 0}, {"add" GPU_EMULATOR_ROUND ".f64", "g=gg", add_float<double>, 0},
  {"sub" GPU_EMULATOR_ROUND "{|.ftz}{|.sat}.f32", "f=ff", sub_float<float>, 0}, {"sub" GPU_EMULATOR_ROUND ".f64", "g=gg", sub_float<double>, 0},
  {"mul" GPU_EMULATOR_ROUND "{|.ftz}{|.sat}.f32", "f=ff", mul_float<float>, 0}, {"mul" GPU_EMULATOR_ROUND ".f64", "g=gg", mul_float<double>, 0},
  {"fma" GPU_EMULATOR_ROUND_REQUIRED "{|.ftz}{|.sat}.f32", "f=fff", fma_float<float>, 0}, {"fma" GPU_EMULATOR_ROUND_REQUIRED ".f64", "g=ggg", fma_float<double>, 0},
  {"mad" GPU_EMULATOR_ROUND_REQUIRED "{|.ftz}{|.sat}.f32", "f=fff", fma_float<float>, 0}, {"mad" GPU_EMULATOR_ROUND_REQUIRED ".f64", "g=ggg", fma_float<double>, 0},
  {"div" GPU_EMULATOR_ROUND_REQUIRED "{|.ftz}.f32", "f=ff", div_float<float>, 0}, {"div" GPU_EMULATOR_ROUND_REQUIRED ".f64", "g=gg", div_float<double>, 0},
  {"div.approx{.ftz|}.f32", "f=ff", div_approx, 0}, {"div.full{.ftz|}.f32", "f=ff", div_full, 0},
  {"rcp" GPU_EMULATOR_ROUND_REQUIRED "{|.ftz}.f32", "f=f", rcp_float<float>, 0}, {"rcp" GPU_EMULATOR_ROUND_REQUIRED ".f64", "g=g", rcp_float<double>, 0},
  {"rcp.approx{.ftz|}.f32", "f=f", rcp_approx, 0}, {"rcp.approx.ftz.f64", "g=g", rcp_approx_ftz_f64, 0},
  {"sqrt" GPU_EMULATOR_ROUND_REQUIRED "{|.ftz}.f32", "f=f", sqrt_f32, 0}, {"sqrt" GPU_EMULATOR_ROUND_REQUIRED ".f64", "g=g", sqrt_f64, 0},
  {"sqrt.approx{.ftz|}.f32", "f=f", sqrt_approx, 0},
  {"rsqrt.approx{.ftz|}.f32", "f=f", rsqrt_approx, 0}, {"rsqrt.approx.f64", "g=g", rsqrt_approx_f64, 0}, {"rsqrt.approx.ftz.f64", "g=g", rsqrt_approx_ftz_f64, 0},
  {"sin.approx{.ftz|}.f32", "f=f", sin_approx, 0}, {"cos.approx{.ftz|}.f32", "f=f", cos_approx, 0},
  {"lg2.approx{.ftz|}.f32", "f=f", lg2_approx, 0}, {"ex2.approx{.ftz|}.f32", "f=f", ex2_approx, 0}, {"tanh.approx.f32", "f=f", tanh_approx, 0},
  {"neg{.ftz|}.f32", "f=f", neg_float<float>, 0}, {"neg.f64", "g=g", neg_float<double>, 0},
  {"abs{.ftz|}.f32", "f=f", abs_float<float>, 0}, {"abs.f64", "g=g", abs_float<double>, 0},
  {"min{.ftz|}{.NaN|}{.xorsign.abs|}.f32", "f=ff", min_f32, 0}, {"max{.ftz|}{.NaN|}{.xorsign.abs|}.f32", "f=ff", max_f32, 0},
  {"min.f64", "g=gg", min_f64, 0}, {"max.f64", "g=gg", max_f64, 0},
  {"copysign.f32", "f=ff", copysign_float<float>, 0}, {"copysign.f64", "g=gg", copysign_float<double>, 0},
  {"testp{.finite|.infinite|.number|.notanumber|.normal|.subnormal}.f32", "p=f", testp<float>, 0},
  {"testp{.finite|.infinite|.number|.notanumber|.normal|.subnormal}.f64", "p=g", testp<double>, 0},
};
#endif
// clang-format on

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA

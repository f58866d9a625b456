/// f16 and bf16, alone and in pairs. Operations are done in double with the error folded into the last bit
/// (rounding to odd), which makes the one rounding to half exact; see S. Boldo, G. Melquiond, "Emulation of
/// FMA and correctly rounded sums".
#pragma once

#include "compare.hpp"
#include "convert.hpp"

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

// clang-format off
struct F16 { static constexpr int precision = 11, smallest_exponent = -14, bias = 15; static constexpr u16 infinity = 0x7c00, nan = 0x7fff, largest = 0x7bff; };
struct BF16 { static constexpr int precision = 8, smallest_exponent = -126, bias = 127; static constexpr u16 infinity = 0x7f80, nan = 0x7fff, largest = 0x7f7f; };

template <class H> inline double widen(u16 h) {
  constexpr int fraction_bits = H::precision - 1;
  const u64 sign = u64(h >> 15) << 63;
  const u32 exponent = (h & H::infinity) >> fraction_bits, fraction = h & ((1u << fraction_bits) - 1);
  if ((h & H::infinity) == H::infinity) return as_double(sign | 0x7ff0'0000'0000'0000 | u64(fraction) << (52 - fraction_bits));
  if (exponent == 0) {
    const double unit = as_double(u64(1023 + H::smallest_exponent - fraction_bits) << 52);
    return as_double(bits(double(fraction) * unit) | sign);
  }
  return as_double(sign | u64(exponent + 1023 - H::bias) << 52 | u64(fraction) << (52 - fraction_bits));
}
/// The one rounding; `rounding` as in enum Rounding.
template <class H> inline u16 narrow(double x, unsigned rounding = 0) {
  constexpr int fraction_bits = H::precision - 1;
  const u64 raw = bits(x);
  const u16 sign = u16(raw >> 48 & 0x8000);
  const u64 magnitude = raw & 0x7fff'ffff'ffff'ffff;
  if (magnitude > 0x7ff0'0000'0000'0000) return H::nan;
  if (magnitude == 0x7ff0'0000'0000'0000) return u16(sign | H::infinity);
  if (magnitude == 0) return sign;
  const int exponent = int(magnitude >> 52) - 1023;
  if (exponent < -1000) return u16(sign | ((rounding == downward && sign) || (rounding == upward && !sign) ? 1 : 0));
  const u64 significand = (magnitude & 0x000f'ffff'ffff'ffff) | 0x0010'0000'0000'0000;
  const int deficit = exponent < H::smallest_exponent ? H::smallest_exponent - exponent : 0;
  const int drop = 52 - fraction_bits + deficit;
  u64 kept = 0, rest = significand, half = u64(1) << 63;
  if (drop < 64) {
    kept = drop > 53 ? 0 : significand >> drop;
    rest = significand & ((u64(1) << drop) - 1);
    half = u64(1) << (drop - 1);
  } else {
    rest = 1;
  }
  const bool up = rounding == to_nearest ? rest > half || (rest == half && (kept & 1))
                  : rounding == downward ? sign != 0 && rest != 0 : rounding == upward ? sign == 0 && rest != 0 : false;
  kept += up;
  // A carry out of the significand moves the exponent up by itself.
  const u64 result = deficit > 0 ? kept : (u64(exponent + H::bias) << fraction_bits) + (kept - (u64(1) << fraction_bits));
  if (result >= H::infinity) {
    const bool stays = rounding == to_zero || (rounding == downward && !sign) || (rounding == upward && sign);
    return u16(sign | (stays ? H::largest : H::infinity));
  }
  return u16(sign | u16(result));
}
inline double fma_to_odd(double a, double b, double c) { return add_to_odd(a * b, c); }

template <class H> inline u16 flush_half(u16 h) { return (h & H::infinity) == 0 ? u16(h & 0x8000) : h; }
template <class H> inline bool is_nan(u16 h) { return (h & 0x7fff) > H::infinity; }
template <class H> inline u16 saturate_half(u16 h) {
  if (is_nan<H>(h) || h & 0x8000) return 0;
  constexpr u16 one = u16(H::bias << (H::precision - 1));
  return h > one ? one : h;
}
template <class H> inline u16 relu_half(u16 h) { return is_nan<H>(h) ? H::nan : h & 0x8000 ? u16(0) : h; }

enum class HalfOp { add, sub, mul, fma };
struct HalfModes { bool ftz, sat, relu; };
template <class H, HalfOp op> inline u16 half_arithmetic(u16 a, u16 b, u16 c, HalfModes mode) {
  if (mode.ftz) { a = flush_half<H>(a); b = flush_half<H>(b); c = flush_half<H>(c); }
  const double x = widen<H>(a), y = widen<H>(b);
  double r = 0;
  if constexpr (op == HalfOp::add) r = add_to_odd(x, y);
  else if constexpr (op == HalfOp::sub) r = add_to_odd(x, -y);
  else if constexpr (op == HalfOp::mul) r = x * y;
  else r = fma_to_odd(x, y, widen<H>(c));
  u16 h = narrow<H>(r);
  if (mode.ftz) {
    // Flushed when it would be tiny if exponents had no bound.
    const double smallest = as_double(u64(1023 + H::smallest_exponent) << 52);
    if (magnitude(r) < smallest - smallest * as_double(u64(1023 - H::precision - 1) << 52)) h = u16(bits(r) >> 48 & 0x8000);
  }
  if (mode.sat) h = saturate_half<H>(h);
  if (mode.relu) h = relu_half<H>(h);
  return h;
}
template <bool pair, class F> inline void half1(Warp& w, const Instruction& in, Mask m, F f) {
  if constexpr (pair) scalar1<u32, u32>(w, in, m, [&](u32 a) { return u32(f(u16(a))) | u32(f(u16(a >> 16))) << 16; });
  else scalar1<u16, u16>(w, in, m, f);
}
template <bool pair, class F> inline void half2(Warp& w, const Instruction& in, Mask m, F f) {
  if constexpr (pair) scalar2<u32, u32, u32>(w, in, m, [&](u32 a, u32 b) { return u32(f(u16(a), u16(b))) | u32(f(u16(a >> 16), u16(b >> 16))) << 16; });
  else scalar2<u16, u16, u16>(w, in, m, f);
}
template <bool pair, class F> inline void half3(Warp& w, const Instruction& in, Mask m, F f) {
  if constexpr (pair)
    scalar3<u32, u32, u32, u32>(w, in, m, [&](u32 a, u32 b, u32 c) { return u32(f(u16(a), u16(b), u16(c))) | u32(f(u16(a >> 16), u16(b >> 16), u16(c >> 16))) << 16; });
  else scalar3<u16, u16, u16, u16>(w, in, m, f);
}
/// Groups: 0 .rn, 1 .ftz, 2 .sat
template <class H, HalfOp op, bool pair> void half_op2(Warp& w, const Instruction& in, Mask m) {
  const HalfModes mode{in.modifier(1) == 1, in.modifier(2) == 1, false};
  half2<pair>(w, in, m, [mode](u16 a, u16 b) { return half_arithmetic<H, op>(a, b, 0, mode); });
}
/// Groups: 0 .rn, 1 .ftz, 2 .sat .relu
template <class H, bool pair> void half_fma(Warp& w, const Instruction& in, Mask m) {
  const HalfModes mode{in.modifier(1) == 1, in.modifier(2) == 1, in.modifier(2) == 2};
  half3<pair>(w, in, m, [mode](u16 a, u16 b, u16 c) { return half_arithmetic<H, HalfOp::fma>(a, b, c, mode); });
}
/// Group 0: .ftz
template <class H, bool pair> void half_neg(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 1;
  half1<pair>(w, in, m, [ftz](u16 a) { return is_nan<H>(a) ? H::nan : u16((ftz ? flush_half<H>(a) : a) ^ 0x8000); });
}
template <class H, bool pair> void half_abs(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 1;
  half1<pair>(w, in, m, [ftz](u16 a) { return is_nan<H>(a) ? H::nan : u16((ftz ? flush_half<H>(a) : a) & 0x7fff); });
}
template <class H> inline u16 half_extreme(u16 a, u16 b, bool greatest, bool nan) {
  const bool a_nan = is_nan<H>(a), b_nan = is_nan<H>(b);
  if (nan ? a_nan || b_nan : a_nan && b_nan) return H::nan;
  if (a_nan) return b;
  if (b_nan) return a;
  // Sign and magnitude to an order that has -0 below +0.
  const s32 x = a & 0x8000 ? -s32(a & 0x7fff) - 1 : s32(a), y = b & 0x8000 ? -s32(b & 0x7fff) - 1 : s32(b);
  return (greatest ? x > y : x < y) ? a : b;
}
/// Groups: 0 .ftz, 1 .NaN, 2 .xorsign.abs
template <class H, bool pair, bool greatest> void half_min_max(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 1, nan = in.modifier(1) == 1, xorsign = in.modifier(2) == 1;
  half2<pair>(w, in, m, [=](u16 a, u16 b) {
    if (ftz) { a = flush_half<H>(a); b = flush_half<H>(b); }
    if (!xorsign) return half_extreme<H>(a, b, greatest, nan);
    const u16 sign = u16((a ^ b) & 0x8000), r = half_extreme<H>(a & 0x7fff, b & 0x7fff, greatest, nan);
    return is_nan<H>(r) ? r : u16(r | sign);
  });
}
template <class H, bool pair> void half_ex2(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 1;
  half1<pair>(w, in, m, [ftz](u16 a) {
    const u16 r = narrow<H>(::exp2(widen<H>(ftz ? flush_half<H>(a) : a)));
    return ftz ? flush_half<H>(r) : r;
  });
}
template <class H, bool pair> void half_tanh(Warp& w, const Instruction& in, Mask m) {
  half1<pair>(w, in, m, [](u16 a) { return narrow<H>(::tanh(widen<H>(a))); });
}
template <class H> inline Mask compare_half(const u16* a, const u16* b, unsigned how, bool ftz) {
  float x[warp_size], y[warp_size];
  for (unsigned i = 0; i < warp_size; ++i) {
    x[i] = float(widen<H>(ftz ? flush_half<H>(a[i]) : a[i]));
    y[i] = float(widen<H>(ftz ? flush_half<H>(b[i]) : b[i]));
  }
  return compare_float(x, y, how, false);
}
inline void split(const u32* from, u16* low, u16* high_half) {
  GPU_EMULATOR_LANES { low[i] = u16(from[i]); high_half[i] = u16(from[i] >> 16); }
}
/// Groups: 0 comparison, 1 BoolOp, 2 .ftz
template <class H> void setp_half(Warp& w, const Instruction& in, Mask m) {
  write_setp(w, in, m, compare_half<H>(operand<u16>(w, in, 2), operand<u16>(w, in, 3), in.modifier(0), in.modifier(2) == 0));
}
/// p|q: p for the low halves, q for the high ones.
template <class H> void setp_half2(Warp& w, const Instruction& in, Mask m) {
  u16 al[warp_size], ah[warp_size], bl[warp_size], bh[warp_size];
  split(operand<u32>(w, in, 2), al, ah);
  split(operand<u32>(w, in, 3), bl, bh);
  const bool ftz = in.modifier(2) == 0;
  const Mask p = combine(w, in, compare_half<H>(al, bl, in.modifier(0), ftz), in.modifier(1), 4);
  const Mask q = combine(w, in, compare_half<H>(ah, bh, in.modifier(0), ftz), in.modifier(1), 4);
  set_predicate(w, in, 0, m, p);
  set_predicate(w, in, 1, m, q);
}
template <class D, class H> void set_half(Warp& w, const Instruction& in, Mask m, D yes) {
  write_set<D>(w, in, m, compare_half<H>(operand<u16>(w, in, 1), operand<u16>(w, in, 2), in.modifier(0), in.modifier(2) == 0), yes);
}
template <class H> constexpr u16 one_half = u16(H::bias << (H::precision - 1));
template <class H> void set_half_half(Warp& w, const Instruction& in, Mask m) { set_half<u16, H>(w, in, m, one_half<H>); }
template <class H> void set_u16_half(Warp& w, const Instruction& in, Mask m) { set_half<u16, H>(w, in, m, 0xffff); }
template <class H> void set_u32_half(Warp& w, const Instruction& in, Mask m) { set_half<u32, H>(w, in, m, ~u32(0)); }
template <class H, bool ones> void set_half2(Warp& w, const Instruction& in, Mask m) {
  u16 al[warp_size], ah[warp_size], bl[warp_size], bh[warp_size];
  split(operand<u32>(w, in, 1), al, ah);
  split(operand<u32>(w, in, 2), bl, bh);
  const bool ftz = in.modifier(2) == 0;
  const Mask p = combine(w, in, compare_half<H>(al, bl, in.modifier(0), ftz), in.modifier(1), 3);
  const Mask q = combine(w, in, compare_half<H>(ah, bh, in.modifier(0), ftz), in.modifier(1), 3);
  const u32 yes = ones ? 0xffff : one_half<H>;
  u32* d = operand<u32>(w, in, 0);
  GPU_EMULATOR_LANES d[i] = (m >> i & 1) == 0 ? d[i] : ((p >> i & 1) != 0 ? yes : 0) | ((q >> i & 1) != 0 ? yes << 16 : 0);
}

// ---- conversions ----
/// From f64, NaN keeps its sign and the upper part of its payload.
template <class H> inline u16 narrowed_nan(u64 raw) {
  constexpr int fraction_bits = H::precision - 1;
  return u16((raw >> 48 & 0x8000) | H::infinity | (raw >> (52 - fraction_bits) & ((1u << fraction_bits) - 1)) | 1u << (fraction_bits - 1));
}
/// Groups: 0 rounding, 1 .ftz, 2 .sat or .relu. What .ftz would flush is zero as a half anyway; with .rm and .rp a GPU ignores it.
template <class H, class S> void cvt_to_half(Warp& w, const Instruction& in, Mask m) {
  const unsigned rounding = in.modifier(0);
  const bool sat = in.modifier(2) == 1, relu = in.modifier(2) == 2;
  scalar1<u16, S>(w, in, m, [=](S x) {
    u16 h = narrow<H>(double(x), rounding);
    if (sizeof(S) == 8 && x != x) h = narrowed_nan<H>(bits(double(x)));
    if (sat) h = saturate_half<H>(h);
    if (relu) h = relu_half<H>(h);
    return h;
  });
}
/// cvt.f16x2.f32 d, a, b: a becomes the high half.
template <class H> void cvt_to_half2(Warp& w, const Instruction& in, Mask m) {
  const unsigned rounding = in.modifier(0);
  const bool relu = in.modifier(1) == 1;
  scalar2<u32, float, float>(w, in, m, [=](float a, float b) {
    u16 high_half = narrow<H>(double(a), rounding), low = narrow<H>(double(b), rounding);
    if (relu) { high_half = relu_half<H>(high_half); low = relu_half<H>(low); }
    return u32(high_half) << 16 | low;
  });
}
/// To f32, f16 gives the one NaN and bf16 stays as it is; to f64 sign and payload come along.
template <class D, class H> inline D widened_nan(u16 h) {
  constexpr int fraction_bits = H::precision - 1;
  if constexpr (sizeof(D) == 4) return as_float(H::precision == 8 ? u32(h) << 16 : 0x7fffffff);
  else return as_double(u64(h & 0x8000) << 48 | 0x7ff8'0000'0000'0000 | u64(h & ((1u << fraction_bits) - 1)) << (52 - fraction_bits));
}
/// Groups: 0 .ftz, 1 .sat
template <class D, class H> void cvt_from_half(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 1, sat = in.modifier(1) == 1;
  scalar1<D, u16>(w, in, m, [=](u16 h) {
    if (is_nan<H>(h) && !sat && (sizeof(D) == 8 || !ftz)) return widened_nan<D, H>(h);
    return finish(D(widen<H>(h)), ftz, sat);
  });
}
/// Groups: 0 .rni .rzi .rmi .rpi or none, 1 .ftz, 2 .sat
template <class H> void cvt_half_half(Warp& w, const Instruction& in, Mask m) {
  const unsigned how = in.modifier(0);
  const bool ftz = in.modifier(1) == 1, sat = in.modifier(2) == 1;
  scalar1<u16, u16>(w, in, m, [=](u16 h) {
    if (ftz) h = flush_half<H>(h);
    if (how < 4) h = narrow<H>(integral(widen<H>(h), how));
    if (is_nan<H>(h)) h = H::nan;
    return sat ? saturate_half<H>(h) : h;
  });
}
template <class H, class S> void cvt_int_to_half(Warp& w, const Instruction& in, Mask m) {
  const unsigned rounding = in.modifier(0);
  const bool sat = in.modifier(1) == 0;
  each_lane(m, [&](unsigned i) {
    const S x = S(read_raw(w, in.operands[1], in.width1, i));
    // Beyond 53 bits of magnitude only "inexact" matters to a half: fold the rest into the last bit.
    double wide_value = 0;
    if constexpr (sizeof(S) == 8) {
      const bool negative = x < 0;
      u64 magnitude = negative ? 0 - u64(x) : u64(x);
      if (magnitude >> 53 != 0) magnitude = (magnitude >> 11 << 11) | ((magnitude & 0x7ff) != 0 ? 0x800 : 0);
      wide_value = negative ? -double(magnitude) : double(magnitude);
    } else {
      wide_value = double(x);
    }
    u16 h = narrow<H>(wide_value, rounding);
    if (sat) h = saturate_half<H>(h);
    write_raw(w, in.operands[0], in.width0, i, h);
  });
}
/// Groups: 0 .rni .rzi .rmi .rpi, 1 .ftz, 2 .sat
template <class D, class H> void cvt_half_to_int(Warp& w, const Instruction& in, Mask m) {
  const unsigned how = in.modifier(0);
  const bool ftz = in.modifier(1) == 0;
  each_lane(m, [&](unsigned i) {
    u16 h = u16(read_raw(w, in.operands[1], in.width1, i));
    if (ftz) h = flush_half<H>(h);
    const D r = to_int<D>(float(integral(widen<H>(h), how)));
    write_raw(w, in.operands[0], in.width0, i, is_signed<D> ? u64(s64(r)) : u64(r));
  });
}
/// Between f16 and bf16.
template <class To, class From> void cvt_half_other(Warp& w, const Instruction& in, Mask m) {
  const unsigned rounding = in.modifier(0);
  scalar1<u16, u16>(w, in, m, [rounding](u16 h) { return narrow<To>(widen<From>(h), rounding); });
}
/// cvt…satfinite: infinities become the largest number.
template <class H> void cvt_to_half2_finite(Warp& w, const Instruction& in, Mask m) {
  const unsigned rounding = in.modifier(0);
  const bool relu = in.modifier(1) == 1;
  const auto one = [=](float x) {
    u16 h = narrow<H>(double(x), rounding);
    if ((h & 0x7fff) == H::infinity) h = u16((h & 0x8000) | H::largest);
    return relu ? relu_half<H>(h) : h;
  };
  scalar2<u32, float, float>(w, in, m, [one](float a, float b) { return u32(one(a)) << 16 | one(b); });
}
/// Groups: 0 .rn .rz, 1 .relu
inline void cvt_tf32_rounded(Warp& w, const Instruction& in, Mask m) {
  const bool nearest = in.modifier(0) == 0, relu = in.modifier(1) == 1;
  map1<u32, u32>(w, in, m, [=](u32 x) {
    if ((x & 0x7fffffff) > 0x7f800000) return u32(0x7fffe000);
    if (relu && x >> 31 != 0) return u32(0);
    if ((x & 0x7fffffff) == 0x7f800000) return x;
    return (nearest ? x + 0xfff + (x >> 13 & 1) : x) & 0xffffe000;
  });
}

// ---- 8-bit floating point: e4m3 has no infinity, both saturate ----
struct E4M3 { static constexpr int precision = 4, smallest_exponent = -6, bias = 7; static constexpr u8 largest = 0x7e; };
struct E5M2 { static constexpr int precision = 3, smallest_exponent = -14, bias = 15; static constexpr u8 largest = 0x7b; };
template <class E> inline u8 narrow8(double x, bool relu) {
  constexpr int fraction_bits = E::precision - 1;
  if (x != x) return 0x7f;
  const u8 sign = u8(bits(x) >> 56 & 0x80);
  if (relu && sign != 0) return 0;
  const double size = magnitude(x);
  if (size == 0) return sign;
  int exponent = int(bits(size) >> 52) - 1023;
  if (exponent > 32) return u8(sign | E::largest);
  if (exponent < E::smallest_exponent) exponent = E::smallest_exponent;
  // In units of the last place; rint rounds to even.
  const double units = __builtin_rint(size * as_double(u64(1023 + fraction_bits - exponent) << 52));
  const u32 code = u32(units) + (u32(exponent - E::smallest_exponent) << fraction_bits);
  return u8(sign | (code > E::largest ? E::largest : code));
}
template <class E> inline u16 widen8(u8 v) {
  constexpr int fraction_bits = E::precision - 1;
  const u16 sign = u16((v & 0x80) << 8);
  const u8 size = v & 0x7f;
  if (size > E::largest) return sizeof(E) != 0 && E::largest == 0x7b && size == 0x7c ? u16(sign | 0x7c00) : u16(0x7fff);
  const u32 exponent = size >> fraction_bits, fraction = size & ((1u << fraction_bits) - 1);
  const double significand = exponent == 0 ? double(fraction) : double(fraction + (1u << fraction_bits));
  const int power = E::smallest_exponent - fraction_bits + (exponent == 0 ? 0 : int(exponent) - 1);
  return u16(sign | narrow<F16>(significand * as_double(u64(1023 + power) << 52)));
}
/// Group 0 .relu
template <class E> void cvt_8_f32(Warp& w, const Instruction& in, Mask m) {
  const bool relu = in.modifier(0) == 1;
  scalar2<u16, float, float>(w, in, m, [relu](float a, float b) { return u16(narrow8<E>(double(a), relu) << 8 | narrow8<E>(double(b), relu)); });
}
template <class E> void cvt_8_half2(Warp& w, const Instruction& in, Mask m) {
  const bool relu = in.modifier(0) == 1;
  scalar1<u16, u32>(w, in, m, [relu](u32 a) { return u16(narrow8<E>(widen<F16>(u16(a >> 16)), relu) << 8 | narrow8<E>(widen<F16>(u16(a)), relu)); });
}
template <class E> void cvt_half2_8(Warp& w, const Instruction& in, Mask m) {
  const bool relu = in.modifier(0) == 1;
  scalar1<u32, u16>(w, in, m, [relu](u16 a) {
    u16 high_half = widen8<E>(u8(a >> 8)), low = widen8<E>(u8(a));
    if (relu) { high_half = relu_half<F16>(high_half); low = relu_half<F16>(low); }
    return u32(high_half) << 16 | low;
  });
}
inline void cvt_tf32(Warp& w, const Instruction& in, Mask m) {
  map1<u32, u32>(w, in, m, [](u32 x) {
    if ((x & 0x7fffffff) > 0x7f800000) return x & 0xffffe000;  // a GPU only cuts NaN off
    if ((x & 0x7fffffff) == 0x7f800000) return x;
    return (x + 0x1000) & 0xffffe000;  // to nearest, ties away
  });
}

/// FTZ, SAT: the modifier, or ! where the type has none.
#define GPU_EMULATOR_HALF(t, H, letter, t2, FTZ, SAT) \
  {"add{|.rn}{|" FTZ "}{|" SAT "}." t, letter "=" letter letter, half_op2<H, HalfOp::add, false>, 0}, {"add{|.rn}{|" FTZ "}{|" SAT "}." t2, "r=rr", half_op2<H, HalfOp::add, true>, 0}, \
  {"sub{|.rn}{|" FTZ "}{|" SAT "}." t, letter "=" letter letter, half_op2<H, HalfOp::sub, false>, 0}, {"sub{|.rn}{|" FTZ "}{|" SAT "}." t2, "r=rr", half_op2<H, HalfOp::sub, true>, 0}, \
  {"mul{|.rn}{|" FTZ "}{|" SAT "}." t, letter "=" letter letter, half_op2<H, HalfOp::mul, false>, 0}, {"mul{|.rn}{|" FTZ "}{|" SAT "}." t2, "r=rr", half_op2<H, HalfOp::mul, true>, 0}, \
  {"fma{!|.rn}{|" FTZ "}{|" SAT "|.relu}." t, letter "=" letter letter letter, half_fma<H, false>, 0}, {"fma{!|.rn}{|" FTZ "}{|" SAT "|.relu}." t2, "r=rrr", half_fma<H, true>, 0}, \
  {"neg{|" FTZ "}." t, letter "=" letter, half_neg<H, false>, 0}, {"neg{|" FTZ "}." t2, "r=r", half_neg<H, true>, 0}, \
  {"abs{|" FTZ "}." t, letter "=" letter, half_abs<H, false>, 0}, {"abs{|" FTZ "}." t2, "r=r", half_abs<H, true>, 0}, \
  {"min{|" FTZ "}{|.NaN}{|.xorsign.abs}." t, letter "=" letter letter, half_min_max<H, false, false>, 0}, {"min{|" FTZ "}{|.NaN}{|.xorsign.abs}." t2, "r=rr", half_min_max<H, true, false>, 0}, \
  {"max{|" FTZ "}{|.NaN}{|.xorsign.abs}." t, letter "=" letter letter, half_min_max<H, false, true>, 0}, {"max{|" FTZ "}{|.NaN}{|.xorsign.abs}." t2, "r=rr", half_min_max<H, true, true>, 0}, \
  {"tanh.approx." t, letter "=" letter, half_tanh<H, false>, 0}, {"tanh.approx." t2, "r=r", half_tanh<H, true>, 0}, \
  {"setp" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{" FTZ "|}." t, "S=hh?p", setp_half<H>, 0}, {"setp" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{" FTZ "|}." t2, "P=rr?p", setp_half2<H>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{" FTZ "|}." t "." t, "h=hh?p", set_half_half<H>, 0}, {"set" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{" FTZ "|}{.u16|.s16}." t, "h=hh?p", set_u16_half<H>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{" FTZ "|}{.u32|.s32}." t, "r=hh?p", set_u32_half<H>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{" FTZ "|}." t2 "." t2, "r=rr?p", set_half2<H, false>, 0}, {"set" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{" FTZ "|}{.u32|.s32}." t2, "r=rr?p", set_half2<H, true>, 0}, \
  {"cvt{.rn|.rz}{|" FTZ "}{|" SAT "}." t ".f32", "h=f", cvt_to_half<H, float>, 0}, {"cvt{.rn|.rz}{|!}{!|!|.relu}." t ".f32", "h=f", cvt_to_half<H, float>, 0}, {"cvt{.rn|.rz}{|.relu}." t2 ".f32", "r=ff", cvt_to_half2<H>, 0}, \
  {"cvt{.rn|.rz|.rm|.rp}{!|}{|" SAT "}." t ".f64", "h=g", cvt_to_half<H, double>, 0}, \
  {"cvt{|" FTZ "}{|" SAT "}.f32." t, "f=h", cvt_from_half<float, H>, 0}, {"cvt{!|}{|" SAT "}.f64." t, "g=h", cvt_from_half<double, H>, 0}, \
  {"cvt{.rni|.rzi|.rmi|.rpi|}{|!}{|" SAT "}." t "." t, "h=h", cvt_half_half<H>, 0}, \
  {"cvt{.rn|.rz|.rm|.rp}{" SAT "|}." t ".u16", "x=x", cvt_int_to_half<H, u16>, 0}, {"cvt{.rn|.rz|.rm|.rp}{" SAT "|}." t ".s16", "x=x", cvt_int_to_half<H, s16>, 0}, \
  {"cvt{.rn|.rz|.rm|.rp}{" SAT "|}." t ".u32", "x=x", cvt_int_to_half<H, u32>, 0}, {"cvt{.rn|.rz|.rm|.rp}{" SAT "|}." t ".s32", "x=x", cvt_int_to_half<H, s32>, 0}, \
  {"cvt{.rn|.rz|.rm|.rp}{" SAT "|}." t ".u64", "x=x", cvt_int_to_half<H, u64>, 0}, {"cvt{.rn|.rz|.rm|.rp}{" SAT "|}." t ".s64", "x=x", cvt_int_to_half<H, s64>, 0}, \
  {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{" SAT "|}.u16." t, "x=x", cvt_half_to_int<u16, H>, 0}, {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{" SAT "|}.s16." t, "x=x", cvt_half_to_int<s16, H>, 0}, \
  {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{" SAT "|}.u32." t, "x=x", cvt_half_to_int<u32, H>, 0}, {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{" SAT "|}.s32." t, "x=x", cvt_half_to_int<s32, H>, 0}, \
  {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{" SAT "|}.u64." t, "x=x", cvt_half_to_int<u64, H>, 0}, {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{" SAT "|}.s64." t, "x=x", cvt_half_to_int<s64, H>, 0}
#if !defined(GPU_EMULATOR_WITHOUT_FORMS)
constexpr Form half_forms[] = {
  GPU_EMULATOR_HALF("f16", F16, "h", "f16x2", ".ftz", ".sat"), GPU_EMULATOR_HALF("bf16", BF16, "h", "bf16x2", "!", "!"),
  {"ex2.approx.f16", "h=h", half_ex2<F16, false>, 0}, {"ex2.approx.f16x2", "r=r", half_ex2<F16, true>, 0},
  {"ex2.approx{!|.ftz}.bf16", "h=h", half_ex2<BF16, false>, 0}, {"ex2.approx{!|.ftz}.bf16x2", "r=r", half_ex2<BF16, true>, 0},
  {"cvt{.rn|.rz|.rm|.rp}{.sat|}.f16.u8", "x=x", cvt_int_to_half<F16, u8>, 0}, {"cvt{.rn|.rz|.rm|.rp}{.sat|}.f16.s8", "x=x", cvt_int_to_half<F16, s8>, 0},
  {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{.sat|}.u8.bf16", "x=x", cvt_half_to_int<u8, BF16>, 0}, {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{.sat|}.s8.bf16", "x=x", cvt_half_to_int<s8, BF16>, 0},
  {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{.sat|}.u8.f16", "x=x", cvt_half_to_int<u8, F16>, 0}, {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{.sat|}.s8.f16", "x=x", cvt_half_to_int<s8, F16>, 0},
  {"cvt.rna.tf32.f32", "r=f", cvt_tf32, 0}, {"cvt{.rn|.rz}{|.relu}.tf32.f32", "r=f", cvt_tf32_rounded, 0},
  {"cvt{!|!|.rm|.rp}{|.ftz}{|.sat}.f16.f32", "h=f", cvt_to_half<F16, float>, 0}, {"cvt{!|!|.rm|.rp}.bf16.f32", "h=f", cvt_to_half<BF16, float>, 0},
  {"cvt{.rn|.rz|.rm|.rp}.bf16.f16", "h=h", cvt_half_other<BF16, F16>, 0}, {"cvt{.rn|.rz|.rm|.rp}.f16.bf16", "h=h", cvt_half_other<F16, BF16>, 0},
  {"cvt{!|.ftz}.f32.bf16", "f=h", cvt_from_half<float, BF16>, 0},
  {"cvt{.rn|.rz}{|.relu}.satfinite.f16x2.f32", "r=ff", cvt_to_half2_finite<F16>, 0}, {"cvt{.rn|.rz}{|.relu}.satfinite.bf16x2.f32", "r=ff", cvt_to_half2_finite<BF16>, 0},
  {"cvt.rn.satfinite{|.relu}.e4m3x2.f32", "h=ff", cvt_8_f32<E4M3>, 0}, {"cvt.rn.satfinite{|.relu}.e5m2x2.f32", "h=ff", cvt_8_f32<E5M2>, 0},
  {"cvt.rn.satfinite{|.relu}.e4m3x2.f16x2", "h=r", cvt_8_half2<E4M3>, 0}, {"cvt.rn.satfinite{|.relu}.e5m2x2.f16x2", "h=r", cvt_8_half2<E5M2>, 0},
  {"cvt.rn{|.relu}.f16x2.e4m3x2", "r=h", cvt_half2_8<E4M3>, 0}, {"cvt.rn{|.relu}.f16x2.e5m2x2", "r=h", cvt_half2_8<E5M2>, 0},
};
#endif
// clang-format on

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA

/// cvt between integers, f32 and f64. Half precision: half.hpp.
#pragma once

#include "floating.hpp"
#include "integer.hpp"

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

// clang-format off
/// A source of `width` bytes, which may be wider than its type.
inline u64 read_raw(Warp& w, Reference reference, unsigned width, unsigned lane) {
  switch (width) {
    case 1: return operand<u8>(w, reference)[lane];
    case 2: return operand<u16>(w, reference)[lane];
    case 4: return operand<u32>(w, reference)[lane];
    default: return operand<u64>(w, reference)[lane];
  }
}
inline void write_raw(Warp& w, Reference reference, unsigned width, unsigned lane, u64 value) {
  switch (width) {
    case 1: operand<u8>(w, reference)[lane] = u8(value); break;
    case 2: operand<u16>(w, reference)[lane] = u16(value); break;
    case 4: operand<u32>(w, reference)[lane] = u32(value); break;
    default: operand<u64>(w, reference)[lane] = value;
  }
}
template <class T> struct Raw { using type = unsigned_of<T>; };
template <> struct Raw<float> { using type = u32; };
template <> struct Raw<double> { using type = u64; };
template <class T> constexpr bool is_float = T(0.5) != T(0);

template <class D, class S, class F> inline void convert(Warp& w, const Instruction& in, Mask m, F f) {
  if (in.width0 == sizeof(D) && in.width1 == sizeof(S)) return map1<D, S>(w, in, m, f);
  each_lane(m, [&](unsigned i) {
    const S source = bit_copy<S>(typename Raw<S>::type(read_raw(w, in.operands[1], in.width1, i)));
    const D result = D(f(source));
    u64 raw = bit_copy<typename Raw<D>::type>(result);
    if constexpr (!is_float<D>) raw = u64(s64(result));  // extends by D's own sign
    if constexpr (!is_float<D> && !is_signed<D>) raw = u64(result);
    write_raw(w, in.operands[0], in.width0, i, raw);
  });
}
template <class D> constexpr D lowest_of = is_signed<D> ? D(D(1) << (width_bits<D> - 1)) : D(0);
template <class D> constexpr D highest_of = D(~lowest_of<D>);

/// Group 0: .sat
template <class D, class S> void cvt_int(Warp& w, const Instruction& in, Mask m) {
  if (in.modifier(0) == 0)
    convert<D, S>(w, in, m, [](S x) {
      const s128 wide_value = x;
      return wide_value < lowest_of<D> ? lowest_of<D> : wide_value > s128(highest_of<D>) ? highest_of<D> : D(x);
    });
  else
    convert<D, S>(w, in, m, [](S x) { return D(x); });
}

template <class T> inline T integral(T x, unsigned how) {  // rni rzi rmi rpi
  if constexpr (sizeof(T) == 4) {
    switch (how) {
      case 0: return __builtin_rintf(x);
      case 1: return __builtin_truncf(x);
      case 2: return __builtin_floorf(x);
      default: return __builtin_ceilf(x);
    }
  } else {
    switch (how) {
      case 0: return __builtin_rint(x);
      case 1: return __builtin_trunc(x);
      case 2: return __builtin_floor(x);
      default: return __builtin_ceil(x);
    }
  }
}
/// Saturates always, as the hardware does; NaN gives 0, or the highest bit alone for 64-bit results and f64 sources.
template <class D, class S> inline D to_int(S x) {
  constexpr S limit = sizeof(D) == 8 ? S(9223372036854775808.0) : S(u64(1) << (width_bits<D> - 1));  // 2^(bits-1)
  if (x != x) {
    if constexpr (sizeof(S) == 8 || sizeof(D) == 8) return D(D(1) << (width_bits<D> - 1));
    return D(0);
  }
  if constexpr (is_signed<D>) {
    return x >= limit ? highest_of<D> : x < -limit ? lowest_of<D> : D(x);
  } else {
    return x >= limit * 2 ? highest_of<D> : x <= S(0) ? D(0) : D(x);
  }
}
/// Groups: 0 rounding to an integer, 1 .ftz, 2 .sat
template <class D, class S> void cvt_float_to_int(Warp& w, const Instruction& in, Mask m) {
  const unsigned how = in.modifier(0);
  const bool ftz = sizeof(S) == 4 && in.modifier(1) == 0;
  if (in.width0 == sizeof(D) && how == 1 && !ftz) return map1<D, S>(w, in, m, [](S x) { return to_int<D>(x); });
  convert<D, S>(w, in, m, [=](S x) { return to_int<D>(integral(ftz ? flush(x) : x, how)); });
}
/// Groups: 0 rounding .rn .rz .rm .rp, 1 .sat
template <class D, class S> void cvt_int_to_float(Warp& w, const Instruction& in, Mask m) {
  const unsigned rounding = in.modifier(0);
  const bool sat = in.modifier(1) == 0;
  if (rounding == 0 && !sat) return convert<D, S>(w, in, m, [](S x) { return D(x); });
  // Rounded by hand: a compiler's own sequence for unsigned sources need not honour the direction.
  convert<D, S>(w, in, m, [=](S x) {
    constexpr int precision = sizeof(D) == 4 ? 24 : 53;
    const bool negative = x < 0;
    u64 magnitude = negative ? 0 - u64(s64(x)) : u64(x);
    const int length = magnitude == 0 ? 0 : 64 - __builtin_clzll(magnitude);
    if (length > precision) {
      const int drop = length - precision;
      const u64 rest = magnitude & ((u64(1) << drop) - 1), half = u64(1) << (drop - 1);
      magnitude >>= drop;
      const bool up = rounding == 0 ? rest > half || (rest == half && (magnitude & 1)) : rounding == 1 ? false : rounding == 2 ? negative && rest != 0 : !negative && rest != 0;
      const D scaled = D(magnitude + (up ? 1 : 0)) * D(drop >= 63 ? 9223372036854775808.0 : double(u64(1) << drop));
      const D r = negative ? -scaled : scaled;
      return sat ? saturate01(r) : r;
    }
    const D r = negative ? -D(magnitude) : D(magnitude);
    return sat ? saturate01(r) : r;
  });
}
/// Groups: 0 .rni .rzi .rmi .rpi or none, 1 .ftz, 2 .sat
inline void cvt_f32_f32(Warp& w, const Instruction& in, Mask m) {
  const unsigned how = in.modifier(0);
  const bool ftz = in.modifier(1) == 0, sat = in.modifier(2) == 0;
  if (how >= 4 && !ftz && !sat) return map1<u32, u32>(w, in, m, [](u32 x) { return x; });
  map1<float, float>(w, in, m, [=](float x) {
    if (ftz) x = flush(x);
    if (how < 4) x = integral(x, how);
    return finish(x, ftz, sat);
  });
}
inline void cvt_f64_f64(Warp& w, const Instruction& in, Mask m) {
  const unsigned how = in.modifier(0);
  const bool sat = in.modifier(1) == 0;
  map1<double, double>(w, in, m, [=](double x) { return finish(how < 4 ? settle(integral(x, how), x) : x, false, sat); });
}
/// Groups: 0 .ftz, 1 .sat
inline void cvt_f64_f32(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 0, sat = in.modifier(1) == 0;
  map1<double, float>(w, in, m, [=](float x) {
    const double r = double(ftz ? canonical(flush(x)) : x);
    return sat ? saturate01(r) : r;
  });
}
/// NaN keeps its sign and the upper part of its payload, and becomes quiet.
inline float narrow_to_f32(double x) {
  return x != x ? as_float(u32(bits(x) >> 32 & 0x80000000) | 0x7fc00000 | u32(bits(x) >> 29 & 0x3fffff)) : float(x);
}
inline float finish_narrowed(float r, bool ftz, bool sat) {
  if (ftz) r = flush(r);
  return sat ? saturate01(r) : r;
}
/// Groups: 0 rounding, 1 .ftz, 2 .sat
inline void cvt_f32_f64(Warp& w, const Instruction& in, Mask m) {
  const unsigned rounding = in.modifier(0);
  const bool ftz = in.modifier(1) == 0, sat = in.modifier(2) == 0;
  if (ftz) {
    float r[warp_size];
    const double* const a = operand<double>(w, in, 1);
    {
      const RoundingScope scope(rounding);
      each_lane(m, [&](unsigned i) { r[i] = opaque(narrow_to_f32(opaque(a[i]))); });
    }
    flush_rounded_up(r, m, [&](unsigned i) { return below_smallest_f32(a[i], rounding); });
    float* const d = operand<float>(w, in, 0);
    each_lane(m, [&](unsigned i) { d[i] = finish_narrowed(r[i], true, sat); });
  } else if (rounding == 0) {
    map1<float, double>(w, in, m, [=](double x) { return finish_narrowed(narrow_to_f32(x), false, sat); });
  } else {
    const RoundingScope scope(rounding);
    scalar1<float, double>(w, in, m, [&](double x) { return finish_narrowed(opaque(narrow_to_f32(opaque(x))), false, sat); });
  }
}

#define GPU_EMULATOR_INT_FROM(d, D) \
  {"cvt{!|}" d ".u8", "x=x", cvt_int<D, u8>, 0}, {"cvt{!|}" d ".s8", "x=x", cvt_int<D, s8>, 0}, \
  {"cvt{!|}" d ".u16", "x=x", cvt_int<D, u16>, 0}, {"cvt{!|}" d ".s16", "x=x", cvt_int<D, s16>, 0}, \
  {"cvt{!|}" d ".u32", "x=x", cvt_int<D, u32>, 0}, {"cvt{!|}" d ".s32", "x=x", cvt_int<D, s32>, 0}, \
  {"cvt{!|}" d ".u64", "x=x", cvt_int<D, u64>, 0}, {"cvt{!|}" d ".s64", "x=x", cvt_int<D, s64>, 0}, \
  {"cvt{.rni|.rzi|.rmi|.rpi}{.ftz|}{.sat|}" d ".f32", "x=x", cvt_float_to_int<D, float>, 0}, \
  {"cvt{.rni|.rzi|.rmi|.rpi}{!|}{.sat|}" d ".f64", "x=x", cvt_float_to_int<D, double>, 0}
// .sat is PTX only where the source's range leaves the result's.
#define GPU_EMULATOR_SAT(d, D, s, S) {"cvt{.sat}" d s, "x=x", cvt_int<D, S>, 0}
#define GPU_EMULATOR_FLOAT_FROM(s, S) \
  {"cvt{.rn|.rz|.rm|.rp}{.sat|}.f32" s, "x=x", cvt_int_to_float<float, S>, 0}, {"cvt{.rn|.rz|.rm|.rp}{.sat|}.f64" s, "x=x", cvt_int_to_float<double, S>, 0}
#if !defined(GPU_EMULATOR_WITHOUT_FORMS)
constexpr Form convert_forms[] = {
  GPU_EMULATOR_SAT(".u8", u8, ".s8", s8), GPU_EMULATOR_SAT(".u8", u8, ".u16", u16), GPU_EMULATOR_SAT(".u8", u8, ".s16", s16),
  GPU_EMULATOR_SAT(".u8", u8, ".u32", u32), GPU_EMULATOR_SAT(".u8", u8, ".s32", s32), GPU_EMULATOR_SAT(".u8", u8, ".u64", u64),
  GPU_EMULATOR_SAT(".u8", u8, ".s64", s64), GPU_EMULATOR_SAT(".s8", s8, ".u8", u8), GPU_EMULATOR_SAT(".s8", s8, ".u16", u16),
  GPU_EMULATOR_SAT(".s8", s8, ".s16", s16), GPU_EMULATOR_SAT(".s8", s8, ".u32", u32), GPU_EMULATOR_SAT(".s8", s8, ".s32", s32),
  GPU_EMULATOR_SAT(".s8", s8, ".u64", u64), GPU_EMULATOR_SAT(".s8", s8, ".s64", s64), GPU_EMULATOR_SAT(".u16", u16, ".s8", s8),
  GPU_EMULATOR_SAT(".u16", u16, ".s16", s16), GPU_EMULATOR_SAT(".u16", u16, ".u32", u32), GPU_EMULATOR_SAT(".u16", u16, ".s32", s32),
  GPU_EMULATOR_SAT(".u16", u16, ".u64", u64), GPU_EMULATOR_SAT(".u16", u16, ".s64", s64), GPU_EMULATOR_SAT(".s16", s16, ".u16", u16),
  GPU_EMULATOR_SAT(".s16", s16, ".u32", u32), GPU_EMULATOR_SAT(".s16", s16, ".s32", s32), GPU_EMULATOR_SAT(".s16", s16, ".u64", u64),
  GPU_EMULATOR_SAT(".s16", s16, ".s64", s64), GPU_EMULATOR_SAT(".u32", u32, ".s8", s8), GPU_EMULATOR_SAT(".u32", u32, ".s16", s16),
  GPU_EMULATOR_SAT(".u32", u32, ".s32", s32), GPU_EMULATOR_SAT(".u32", u32, ".u64", u64), GPU_EMULATOR_SAT(".u32", u32, ".s64", s64),
  GPU_EMULATOR_SAT(".s32", s32, ".u32", u32), GPU_EMULATOR_SAT(".s32", s32, ".u64", u64), GPU_EMULATOR_SAT(".s32", s32, ".s64", s64),
  GPU_EMULATOR_SAT(".u64", u64, ".s8", s8), GPU_EMULATOR_SAT(".u64", u64, ".s16", s16), GPU_EMULATOR_SAT(".u64", u64, ".s32", s32),
  GPU_EMULATOR_SAT(".u64", u64, ".s64", s64), GPU_EMULATOR_SAT(".s64", s64, ".u64", u64),
  GPU_EMULATOR_INT_FROM(".u8", u8), GPU_EMULATOR_INT_FROM(".s8", s8), GPU_EMULATOR_INT_FROM(".u16", u16), GPU_EMULATOR_INT_FROM(".s16", s16),
  GPU_EMULATOR_INT_FROM(".u32", u32), GPU_EMULATOR_INT_FROM(".s32", s32), GPU_EMULATOR_INT_FROM(".u64", u64), GPU_EMULATOR_INT_FROM(".s64", s64),
  GPU_EMULATOR_FLOAT_FROM(".u8", u8), GPU_EMULATOR_FLOAT_FROM(".s8", s8), GPU_EMULATOR_FLOAT_FROM(".u16", u16), GPU_EMULATOR_FLOAT_FROM(".s16", s16),
  GPU_EMULATOR_FLOAT_FROM(".u32", u32), GPU_EMULATOR_FLOAT_FROM(".s32", s32), GPU_EMULATOR_FLOAT_FROM(".u64", u64), GPU_EMULATOR_FLOAT_FROM(".s64", s64),
  {"cvt{.rni|.rzi|.rmi|.rpi|}{.ftz|}{.sat|}.f32.f32", "f=f", cvt_f32_f32, 0}, {"cvt{.rni|.rzi|.rmi|.rpi|}{.sat|}.f64.f64", "g=g", cvt_f64_f64, 0},
  {"cvt{.ftz|}{.sat|}.f64.f32", "g=f", cvt_f64_f32, 0}, {"cvt{.rn|.rz|.rm|.rp}{.ftz|}{.sat|}.f32.f64", "f=g", cvt_f32_f64, 0},
};
#endif
// clang-format on

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA

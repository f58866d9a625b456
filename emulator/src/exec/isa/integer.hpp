/// Integer arithmetic, logic, shifts, bit fields.
#pragma once

#include "lanes.hpp"

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

/// The type of twice the width, and the one of the same width without a sign.
u32 wide_of(u16);
s32 wide_of(s16);
u64 wide_of(u32);
s64 wide_of(s32);
u128 wide_of(u64);
s128 wide_of(s64);
template <class T>
using wide = decltype(wide_of(T{}));

template <class T>
T without_sign(T);
u8 without_sign(s8);
u16 without_sign(s16);
u32 without_sign(s32);
u64 without_sign(s64);
template <class T>
using unsigned_of = decltype(without_sign(T{}));

template <class T>
constexpr bool is_signed = T(-1) < T(0);
template <class T>
constexpr unsigned width_bits = sizeof(T) * 8;

inline s32 saturate(s64 x) {
  return s32(x > 0x7fffffff ? 0x7fffffff : x < -0x7fffffff - 1 ? -0x7fffffff - 1 : x);
}

// clang-format off
template <class T> void add(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return T(a + b); }); }
template <class T> void sub(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return T(a - b); }); }
inline void add_sat(Warp& w, const Instruction& in, Mask m) { map2<s32, s32, s32>(w, in, m, [](s32 a, s32 b) { return saturate(s64(a) + b); }); }
inline void sub_sat(Warp& w, const Instruction& in, Mask m) { map2<s32, s32, s32>(w, in, m, [](s32 a, s32 b) { return saturate(s64(a) - b); }); }

/// Halves, two at a time: add.u16x2 and its kin.
template <class T, class F> void halves2(Warp& w, const Instruction& in, Mask m, F f) {
  map2<u32, u32, u32>(w, in, m, [f](u32 a, u32 b) { return u32(u16(f(T(u16(a)), T(u16(b))))) | u32(u16(f(T(u16(a >> 16)), T(u16(b >> 16))))) << 16; });
}
template <class T> void add_x2(Warp& w, const Instruction& in, Mask m) { halves2<T>(w, in, m, [](T a, T b) { return T(a + b); }); }
template <class T> void min_x2(Warp& w, const Instruction& in, Mask m) { halves2<T>(w, in, m, [](T a, T b) { return a < b ? a : b; }); }
template <class T> void max_x2(Warp& w, const Instruction& in, Mask m) { halves2<T>(w, in, m, [](T a, T b) { return a > b ? a : b; }); }

template <class T> void mul_lo(Warp& w, const Instruction& in, Mask m) {
  map2<T, T, T>(w, in, m, [](T a, T b) { return T(wide<T>(a) * wide<T>(b)); });
}
inline void mul_lo64(Warp& w, const Instruction& in, Mask m) { map2<u64, u64, u64>(w, in, m, [](u64 a, u64 b) { return a * b; }); }
inline void mul_lo32(Warp& w, const Instruction& in, Mask m) { map2<u32, u32, u32>(w, in, m, [](u32 a, u32 b) { return a * b; }); }
template <class T> inline T high(T a, T b) { return T((wide<T>(a) * wide<T>(b)) >> width_bits<T>); }
template <class T> void mul_hi(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return high<T>(a, b); }); }
template <class T> void mul_wide(Warp& w, const Instruction& in, Mask m) {
  map2<wide<T>, T, T>(w, in, m, [](T a, T b) { return wide<T>(wide<T>(a) * wide<T>(b)); });
}
template <class T> void mad_lo(Warp& w, const Instruction& in, Mask m) {
  map3<T, T, T, T>(w, in, m, [](T a, T b, T c) { return T(unsigned_of<T>(wide<T>(a) * wide<T>(b)) + unsigned_of<T>(c)); });
}
inline void mad_lo32(Warp& w, const Instruction& in, Mask m) { map3<u32, u32, u32, u32>(w, in, m, [](u32 a, u32 b, u32 c) { return a * b + c; }); }
inline void mad_lo64(Warp& w, const Instruction& in, Mask m) { map3<u64, u64, u64, u64>(w, in, m, [](u64 a, u64 b, u64 c) { return a * b + c; }); }
template <class T> void mad_hi(Warp& w, const Instruction& in, Mask m) {
  map3<T, T, T, T>(w, in, m, [](T a, T b, T c) { return T(unsigned_of<T>(high<T>(a, b)) + unsigned_of<T>(c)); });
}
inline void mad_hi_sat(Warp& w, const Instruction& in, Mask m) {
  map3<s32, s32, s32, s32>(w, in, m, [](s32 a, s32 b, s32 c) { return saturate(s64(high<s32>(a, b)) + c); });
}
template <class T> void mad_wide(Warp& w, const Instruction& in, Mask m) {
  using U = unsigned_of<wide<T>>;
  map3<wide<T>, T, T, wide<T>>(w, in, m, [](T a, T b, wide<T> c) { return wide<T>(U(wide<T>(a) * wide<T>(b)) + U(c)); });
}
/// mul24: the low 24 bits as numbers of T's sign; lo gives bits 31..0 of the 48-bit product, hi bits 47..16.
template <class T> inline s64 product24(T a, T b) {
  if constexpr (is_signed<T>) return s64(s32(u32(a) << 8) >> 8) * s64(s32(u32(b) << 8) >> 8);
  else return s64(u64(a & 0xffffff) * u64(b & 0xffffff));
}
template <class T> void mul24(Warp& w, const Instruction& in, Mask m) {
  const unsigned shift = in.modifier(0) == 0 ? 16 : 0;
  map2<u32, T, T>(w, in, m, [shift](T a, T b) { return u32(u64(product24<T>(a, b)) >> shift); });
}
template <class T> void mad24(Warp& w, const Instruction& in, Mask m) {
  const unsigned shift = in.modifier(0) == 0 ? 16 : 0;
  map3<u32, T, T, T>(w, in, m, [shift](T a, T b, T c) { return u32(u64(product24<T>(a, b)) >> shift) + u32(c); });
}
inline void mad24_hi_sat(Warp& w, const Instruction& in, Mask m) {
  map3<s32, s32, s32, s32>(w, in, m, [](s32 a, s32 b, s32 c) { return saturate((product24<s32>(a, b) >> 16) + c); });
}
template <class T> void sad(Warp& w, const Instruction& in, Mask m) {
  map3<T, T, T, T>(w, in, m, [](T a, T b, T c) {
    using U = unsigned_of<T>;
    return T(U(c) + (a < b ? U(U(b) - U(a)) : U(U(a) - U(b))));
  });
}
/// Division by zero gives all ones, the remainder then is the dividend: what the hardware's own sequence gives.
template <class T> inline T quotient(T a, T b) {
  if (b == 0) return T(-1);
  if constexpr (is_signed<T>) if (b == T(-1)) return T(0 - unsigned_of<T>(a));
  return T(a / b);
}
template <class T> inline T remainder(T a, T b) {
  if (b == 0) return a;
  if constexpr (is_signed<T>) if (b == T(-1)) return 0;
  return T(a % b);
}
template <class T> void div(Warp& w, const Instruction& in, Mask m) { scalar2<T, T, T>(w, in, m, quotient<T>); }
template <class T> void rem(Warp& w, const Instruction& in, Mask m) { scalar2<T, T, T>(w, in, m, remainder<T>); }
template <class T> void abs_int(Warp& w, const Instruction& in, Mask m) {
  map1<T, T>(w, in, m, [](T a) { return a < 0 ? T(0 - unsigned_of<T>(a)) : a; });
}
template <class T> void neg_int(Warp& w, const Instruction& in, Mask m) { map1<T, T>(w, in, m, [](T a) { return T(0 - unsigned_of<T>(a)); }); }
template <class T> void min_int(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return a < b ? a : b; }); }
template <class T> void max_int(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return a > b ? a : b; }); }
inline void min_relu(Warp& w, const Instruction& in, Mask m) { map2<s32, s32, s32>(w, in, m, [](s32 a, s32 b) { const s32 r = a < b ? a : b; return r < 0 ? 0 : r; }); }
inline void max_relu(Warp& w, const Instruction& in, Mask m) { map2<s32, s32, s32>(w, in, m, [](s32 a, s32 b) { const s32 r = a > b ? a : b; return r < 0 ? 0 : r; }); }

inline void min_relu_x2(Warp& w, const Instruction& in, Mask m) { halves2<s16>(w, in, m, [](s16 a, s16 b) { const s16 r = a < b ? a : b; return s16(r < 0 ? 0 : r); }); }
inline void max_relu_x2(Warp& w, const Instruction& in, Mask m) { halves2<s16>(w, in, m, [](s16 a, s16 b) { const s16 r = a > b ? a : b; return s16(r < 0 ? 0 : r); }); }

template <class T> void logic_and(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return T(a & b); }); }
template <class T> void logic_or(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return T(a | b); }); }
template <class T> void logic_xor(Warp& w, const Instruction& in, Mask m) { map2<T, T, T>(w, in, m, [](T a, T b) { return T(a ^ b); }); }
template <class T> void logic_not(Warp& w, const Instruction& in, Mask m) { map1<T, T>(w, in, m, [](T a) { return T(~a); }); }
template <class T> void cnot(Warp& w, const Instruction& in, Mask m) { map1<T, T>(w, in, m, [](T a) { return T(a == 0); }); }
inline void and_pred(Warp& w, const Instruction& in, Mask m) { set_predicate(w, in, 0, m, predicate(w, in, 1) & predicate(w, in, 2)); }
inline void or_pred(Warp& w, const Instruction& in, Mask m) { set_predicate(w, in, 0, m, predicate(w, in, 1) | predicate(w, in, 2)); }
inline void xor_pred(Warp& w, const Instruction& in, Mask m) { set_predicate(w, in, 0, m, predicate(w, in, 1) ^ predicate(w, in, 2)); }
inline void not_pred(Warp& w, const Instruction& in, Mask m) { set_predicate(w, in, 0, m, ~predicate(w, in, 1)); }
/// Each bit of the table says what the result is for one of the eight combinations of bits of a, b, c.
inline void lop3(Warp& w, const Instruction& in, Mask m) {
  const u32 table = u32(in.immediate);
  u32 terms[8];
  for (unsigned k = 0; k < 8; ++k) terms[k] = table >> k & 1 ? ~u32{0} : 0;
  map3<u32, u32, u32, u32>(w, in, m, [&terms](u32 a, u32 b, u32 c) {
    u32 r = 0;
    for (unsigned k = 0; k < 8; ++k) r |= terms[k] & (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return r;
  });
}
/// Operands: result, predicate, a, b, c, predicate: whether the result has a bit, combined with the predicate (group 0: .and .or).
inline void lop3_pred(Warp& w, const Instruction& in, Mask m) {
  const u32* const a = operand<u32>(w, in, 2);
  const u32* const b = operand<u32>(w, in, 3);
  const u32* const c = operand<u32>(w, in, 4);
  const Mask q = predicate(w, in, 5);
  u32 r[warp_size] = {};
  for (unsigned k = 0; k < 8; ++k)
    if (u32(in.immediate) >> k & 1) GPU_EMULATOR_LANES r[i] |= (k & 4 ? a[i] : ~a[i]) & (k & 2 ? b[i] : ~b[i]) & (k & 1 ? c[i] : ~c[i]);
  const Mask any = lanes_where([&](unsigned i) { return r[i] != 0; });
  write_lanes(operand<u32>(w, in, 0), r, m);
  set_predicate(w, in, 1, m, in.modifier(0) == 0 ? any & q : any | q);
}
template <class T> void shl(Warp& w, const Instruction& in, Mask m) {
  map2<T, T, u32>(w, in, m, [](T a, u32 n) { return n >= width_bits<T> ? T(0) : T(a << (n & (width_bits<T> - 1))); });
}
template <class T> void shr(Warp& w, const Instruction& in, Mask m) {
  map2<T, T, u32>(w, in, m, [](T a, u32 n) { return n >= width_bits<T> ? T(a < 0 ? -1 : 0) : T(a >> (n & (width_bits<T> - 1))); });
}
inline u32 funnel_left(u32 a, u32 b, u32 n) { return u32((u64(b) << 32 | a) << n >> 32); }
inline u32 funnel_right(u32 a, u32 b, u32 n) { return u32((u64(b) << 32 | a) >> n); }
inline void shf_l_wrap(Warp& w, const Instruction& in, Mask m) { map3<u32, u32, u32, u32>(w, in, m, [](u32 a, u32 b, u32 c) { return funnel_left(a, b, c & 31); }); }
inline void shf_r_wrap(Warp& w, const Instruction& in, Mask m) { map3<u32, u32, u32, u32>(w, in, m, [](u32 a, u32 b, u32 c) { return funnel_right(a, b, c & 31); }); }
inline void shf_l_clamp(Warp& w, const Instruction& in, Mask m) { map3<u32, u32, u32, u32>(w, in, m, [](u32 a, u32 b, u32 c) { return funnel_left(a, b, c < 32 ? c : 32); }); }
inline void shf_r_clamp(Warp& w, const Instruction& in, Mask m) { map3<u32, u32, u32, u32>(w, in, m, [](u32 a, u32 b, u32 c) { return funnel_right(a, b, c < 32 ? c : 32); }); }

template <class T> void popc(Warp& w, const Instruction& in, Mask m) { map1<u32, T>(w, in, m, [](T a) { return u32(__builtin_popcountll(u64(a))); }); }
template <class T> inline u32 leading_zeros(T a) { return a == 0 ? width_bits<T> : u32(__builtin_clzll(u64(a))) - (64 - width_bits<T>); }
template <class T> void clz(Warp& w, const Instruction& in, Mask m) { map1<u32, T>(w, in, m, leading_zeros<T>); }
template <class T> void bfind(Warp& w, const Instruction& in, Mask m) {
  const bool shift_amount = in.modifier(0) == 0;
  map1<u32, T>(w, in, m, [shift_amount](T a) {
    using U = unsigned_of<T>;
    const U magnitude = a < 0 ? U(~U(a)) : U(a);
    if (magnitude == 0) return ~u32{0};
    const u32 from_top = leading_zeros<U>(magnitude);
    return shift_amount ? from_top : width_bits<T> - 1 - from_top;
  });
}
template <class T> inline T reverse_bits(T x) {
  T r = 0;
  for (unsigned i = 0; i < width_bits<T>; ++i) r = T(r << 1 | (x >> i & 1));
  return r;
}
inline void brev32(Warp& w, const Instruction& in, Mask m) {
  map1<u32, u32>(w, in, m, [](u32 x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
  });
}
inline void brev64(Warp& w, const Instruction& in, Mask m) { map1<u64, u64>(w, in, m, reverse_bits<u64>); }
/// fns: the bit found n-th from `base`, upwards for n > 0, downwards for n < 0.
inline void fns(Warp& w, const Instruction& in, Mask m) {
  scalar3<u32, u32, u32, s32>(w, in, m, [](u32 mask, u32 base, s32 offset) -> u32 {
    if (base > 31) return ~u32{0};
    if (offset == 0) return mask >> base & 1 ? base : ~u32{0};
    const s32 step = offset > 0 ? 1 : -1;
    s32 count = offset > 0 ? offset : offset == -0x7fffffff - 1 ? 0x7fffffff : -offset;
    for (s32 at = s32(base); at >= 0 && at < 32; at += step)
      if (mask >> at & 1 && --count == 0) return u32(at);
    return ~u32{0};
  });
}
/// What counts of a position or length: eight bits for 32-bit fields; for 64-bit ones a GPU takes the whole register.
template <class T> constexpr u32 field_bits = sizeof(T) == 4 ? 255 : ~u32{0};
template <class T> void bfe(Warp& w, const Instruction& in, Mask m) {
  map3<T, T, u32, u32>(w, in, m, [](T a, u32 position, u32 length) {
    using U = unsigned_of<T>;
    constexpr u32 top = width_bits<T> - 1;
    const u32 pos = position & field_bits<T>, len = length & field_bits<T>;
    const U shifted = pos > top ? U(0) : U(U(a) >> (pos & top));
    const U field = len > top ? shifted : U(shifted & U((U(1) << (len & top)) - 1));
    if (!is_signed<T>) return T(field);
    if (len == 0) return T(0);
    const u64 last = u64(pos) + len - 1;
    const bool negative = U(a) >> (last > top ? top : last) & 1;
    if (!negative) return T(field);
    // Above the field, and above the bits that a had, stand copies of the sign.
    const u32 had = pos > top ? 0 : (len < top + 1 - pos ? len : top + 1 - pos);
    return T(had > top ? field : U(field | U(~U(0)) << (had & top)));
  });
}
template <class T> void bfi(Warp& w, const Instruction& in, Mask m) {
  T* d = operand<T>(w, in, 0);
  const T* a = operand<T>(w, in, 1);
  const T* b = operand<T>(w, in, 2);
  const u32* position = operand<u32>(w, in, 3);
  const u32* length = operand<u32>(w, in, 4);
  GPU_EMULATOR_LANES {
    constexpr u32 top = width_bits<T> - 1;
    const u32 pos = position[i] & field_bits<T>, len = length[i] & field_bits<T>;
    const T low = len > top ? T(~T(0)) : T((T(1) << (len & top)) - 1);
    const T field = pos > top ? T(0) : T(low << (pos & top));
    const T r = pos > top ? b[i] : T((b[i] & ~field) | (T(a[i] << (pos & top)) & field));
    d[i] = (m >> i & 1) != 0 ? r : d[i];
  }
}
template <class T> void szext(Warp& w, const Instruction& in, Mask m) {
  const bool wrap = in.modifier(0) == 1;
  map2<T, T, u32>(w, in, m, [wrap](T a, u32 n) {
    if (wrap) n &= 31;
    if (n >= 32) return a;
    if (n == 0) return T(0);
    return T(T(u32(a) << (32 - n)) >> (32 - n));
  });
}
inline void bmsk(Warp& w, const Instruction& in, Mask m) {
  const bool wrap = in.modifier(0) == 1;
  map2<u32, u32, u32>(w, in, m, [wrap](u32 a, u32 b) {
    if (wrap) { a &= 31; b &= 31; }
    if (a > 31) return u32(0);
    const u32 field = b > 31 ? ~u32{0} : (u32{1} << b) - 1;
    return field << a;
  });
}
/// prmt: modes default, f4e, b4e, rc8, ecl, ecr, rc16.
inline u32 permute(u32 a, u32 b, u32 c, unsigned mode) {
  const u64 bytes = u64(b) << 32 | a;
  u32 r = 0;
  for (unsigned k = 0; k < 4; ++k) {
    u32 select = 0;
    switch (mode) {
      case 0: select = c >> (4 * k) & 15; break;
      case 1: select = (c & 3) + k; break;
      case 2: select = ((c & 3) + 8 - k) & 7; break;
      case 3: select = c & 3; break;
      case 4: select = (c & 3) > k ? (c & 3) : k; break;
      case 5: select = (c & 3) < k ? (c & 3) : k; break;
      default: select = (c & 1) * 2 + (k & 1); break;
    }
    u32 byte = u32(bytes >> (8 * (select & 7))) & 255;
    if (mode == 0 && select & 8) byte = byte & 128 ? 255 : 0;
    r |= byte << (8 * k);
  }
  return r;
}
inline void prmt(Warp& w, const Instruction& in, Mask m) {
  const unsigned mode = in.modifier(0);
  map3<u32, u32, u32, u32>(w, in, m, [mode](u32 a, u32 b, u32 c) { return permute(a, b, c, mode); });
}
template <class A, class B> void dp4a(Warp& w, const Instruction& in, Mask m) {
  map3<u32, u32, u32, u32>(w, in, m, [](u32 a, u32 b, u32 c) {
    for (unsigned k = 0; k < 4; ++k) c += u32(s32(A(u8(a >> (8 * k)))) * s32(B(u8(b >> (8 * k)))));
    return c;
  });
}
template <class A, class B> void dp2a(Warp& w, const Instruction& in, Mask m) {
  const unsigned high_half = in.modifier(0) == 1 ? 16 : 0;
  map3<u32, u32, u32, u32>(w, in, m, [high_half](u32 a, u32 b, u32 c) {
    for (unsigned k = 0; k < 2; ++k) c += u32(s32(A(u16(a >> (16 * k)))) * s32(B(u8(b >> (8 * k + high_half)))));
    return c;
  });
}

/// Carry arithmetic: `in.modifier(0)` 1: write the condition code. A difference is a + ~b + carry, so that no borrow is a carry: what
/// compilers count on where addc follows sub.cc.
template <class T> inline void write_carry(Warp& w, Mask m, Mask carry) { w.carry = (w.carry & ~m) | (carry & m); }
template <class T, bool with_carry> void add_carry(Warp& w, const Instruction& in, Mask m) {
  T* d = operand<T>(w, in, 0);
  const T* a = operand<T>(w, in, 1);
  const T* b = operand<T>(w, in, 2);
  Mask out = 0;
  each_lane(m, [&](unsigned i) {
    const auto sum = wide<T>(a[i]) + b[i] + (with_carry ? w.carry >> i & 1 : 0);
    d[i] = T(sum);
    out |= Mask(sum >> width_bits<T> & 1) << i;
  });
  if (in.modifier(0) == 1) write_carry<T>(w, m, out);
}
template <class T, bool with_carry> void sub_carry(Warp& w, const Instruction& in, Mask m) {
  T* d = operand<T>(w, in, 0);
  const T* a = operand<T>(w, in, 1);
  const T* b = operand<T>(w, in, 2);
  Mask out = 0;
  each_lane(m, [&](unsigned i) {
    const auto difference = wide<T>(a[i]) + T(~b[i]) + (with_carry ? w.carry >> i & 1 : 1);
    d[i] = T(difference);
    out |= Mask(difference >> width_bits<T> & 1) << i;
  });
  if (in.modifier(0) == 1) write_carry<T>(w, m, out);
}
template <class T, bool with_carry, bool upper> void mad_carry(Warp& w, const Instruction& in, Mask m) {
  using U = unsigned_of<T>;
  T* d = operand<T>(w, in, 0);
  const T* a = operand<T>(w, in, 1);
  const T* b = operand<T>(w, in, 2);
  const T* c = operand<T>(w, in, 3);
  Mask out = 0;
  each_lane(m, [&](unsigned i) {
    const U product = upper ? U(high<T>(a[i], b[i])) : U(U(a[i]) * U(b[i]));
    const auto sum = wide<U>(product) + U(c[i]) + (with_carry ? w.carry >> i & 1 : 0);
    d[i] = T(U(sum));
    out |= Mask(sum >> width_bits<U> & 1) << i;
  });
  if (in.modifier(0) == 1) write_carry<T>(w, m, out);
}

#if !defined(GPU_EMULATOR_WITHOUT_FORMS)
constexpr Form integer_forms[] = {
  {"add{.u16|.s16}", "h=hh", add<u16>, 0}, {"add{.u32|.s32}", "r=rr", add<u32>, 0}, {"add{.u64|.s64}", "d=dd", add<u64>, 0},
  {"add.sat.s32", "r=rr", add_sat, 0}, {"add{.u16x2|.s16x2}", "r=rr", add_x2<u16>, 0},
  {"sub{.u16|.s16}", "h=hh", sub<u16>, 0}, {"sub{.u32|.s32}", "r=rr", sub<u32>, 0}, {"sub{.u64|.s64}", "d=dd", sub<u64>, 0},
  {"sub.sat.s32", "r=rr", sub_sat, 0},
  {"mul.lo{.u16|.s16}", "h=hh", mul_lo<u16>, 0}, {"mul.lo{.u32|.s32}", "r=rr", mul_lo32, 0}, {"mul.lo{.u64|.s64}", "d=dd", mul_lo64, 0},
  {"mul.hi.u16", "h=hh", mul_hi<u16>, 0}, {"mul.hi.s16", "h=hh", mul_hi<s16>, 0}, {"mul.hi.u32", "r=rr", mul_hi<u32>, 0},
  {"mul.hi.s32", "r=rr", mul_hi<s32>, 0}, {"mul.hi.u64", "d=dd", mul_hi<u64>, 0}, {"mul.hi.s64", "d=dd", mul_hi<s64>, 0},
  {"mul.wide.u16", "r=hh", mul_wide<u16>, 0}, {"mul.wide.s16", "r=hh", mul_wide<s16>, 0}, {"mul.wide.u32", "d=rr", mul_wide<u32>, 0},
  {"mul.wide.s32", "d=rr", mul_wide<s32>, 0},
  {"mad.lo{.u16|.s16}", "h=hhh", mad_lo<u16>, 0}, {"mad.lo{.u32|.s32}", "r=rrr", mad_lo32, 0}, {"mad.lo{.u64|.s64}", "d=ddd", mad_lo64, 0},
  {"mad.hi.u16", "h=hhh", mad_hi<u16>, 0}, {"mad.hi.s16", "h=hhh", mad_hi<s16>, 0}, {"mad.hi.u32", "r=rrr", mad_hi<u32>, 0},
  {"mad.hi.s32", "r=rrr", mad_hi<s32>, 0}, {"mad.hi.u64", "d=ddd", mad_hi<u64>, 0}, {"mad.hi.s64", "d=ddd", mad_hi<s64>, 0},
  {"mad.hi.sat.s32", "r=rrr", mad_hi_sat, 0},
  {"mad.wide.u16", "r=hhr", mad_wide<u16>, 0}, {"mad.wide.s16", "r=hhr", mad_wide<s16>, 0}, {"mad.wide.u32", "d=rrd", mad_wide<u32>, 0},
  {"mad.wide.s32", "d=rrd", mad_wide<s32>, 0},
  {"mul24{.hi|.lo}.u32", "r=rr", mul24<u32>, 0}, {"mul24{.hi|.lo}.s32", "r=rr", mul24<s32>, 0},
  {"mad24{.hi|.lo}.u32", "r=rrr", mad24<u32>, 0}, {"mad24{.hi|.lo}.s32", "r=rrr", mad24<s32>, 0}, {"mad24.hi.sat.s32", "r=rrr", mad24_hi_sat, 0},
  {"sad.u16", "h=hhh", sad<u16>, 0}, {"sad.s16", "h=hhh", sad<s16>, 0}, {"sad.u32", "r=rrr", sad<u32>, 0}, {"sad.s32", "r=rrr", sad<s32>, 0},
  {"sad.u64", "d=ddd", sad<u64>, 0}, {"sad.s64", "d=ddd", sad<s64>, 0},
  {"div.u16", "h=hh", div<u16>, 0}, {"div.s16", "h=hh", div<s16>, 0}, {"div.u32", "r=rr", div<u32>, 0}, {"div.s32", "r=rr", div<s32>, 0},
  {"div.u64", "d=dd", div<u64>, 0}, {"div.s64", "d=dd", div<s64>, 0},
  {"rem.u16", "h=hh", rem<u16>, 0}, {"rem.s16", "h=hh", rem<s16>, 0}, {"rem.u32", "r=rr", rem<u32>, 0}, {"rem.s32", "r=rr", rem<s32>, 0},
  {"rem.u64", "d=dd", rem<u64>, 0}, {"rem.s64", "d=dd", rem<s64>, 0},
  {"abs.s16", "h=h", abs_int<s16>, 0}, {"abs.s32", "r=r", abs_int<s32>, 0}, {"abs.s64", "d=d", abs_int<s64>, 0},
  {"neg.s16", "h=h", neg_int<s16>, 0}, {"neg.s32", "r=r", neg_int<s32>, 0}, {"neg.s64", "d=d", neg_int<s64>, 0},
  {"min.u16", "h=hh", min_int<u16>, 0}, {"min.s16", "h=hh", min_int<s16>, 0}, {"min.u32", "r=rr", min_int<u32>, 0}, {"min.s32", "r=rr", min_int<s32>, 0},
  {"min.u64", "d=dd", min_int<u64>, 0}, {"min.s64", "d=dd", min_int<s64>, 0}, {"min.u16x2", "r=rr", min_x2<u16>, 0}, {"min.s16x2", "r=rr", min_x2<s16>, 0},
  {"min.relu.s32", "r=rr", min_relu, 0}, {"min.relu.s16x2", "r=rr", min_relu_x2, 0},
  {"min.s32.relu", "r=rr", min_relu, 0}, {"min.s16x2.relu", "r=rr", min_relu_x2, 0},
  {"max.u16", "h=hh", max_int<u16>, 0}, {"max.s16", "h=hh", max_int<s16>, 0}, {"max.u32", "r=rr", max_int<u32>, 0}, {"max.s32", "r=rr", max_int<s32>, 0},
  {"max.u64", "d=dd", max_int<u64>, 0}, {"max.s64", "d=dd", max_int<s64>, 0}, {"max.u16x2", "r=rr", max_x2<u16>, 0}, {"max.s16x2", "r=rr", max_x2<s16>, 0},
  {"max.relu.s32", "r=rr", max_relu, 0}, {"max.relu.s16x2", "r=rr", max_relu_x2, 0},
  {"max.s32.relu", "r=rr", max_relu, 0}, {"max.s16x2.relu", "r=rr", max_relu_x2, 0},
  {"and.b16", "h=hh", logic_and<u16>, 0}, {"and.b32", "r=rr", logic_and<u32>, 0}, {"and.b64", "d=dd", logic_and<u64>, 0}, {"and.pred", "p=pp", and_pred, 0},
  {"or.b16", "h=hh", logic_or<u16>, 0}, {"or.b32", "r=rr", logic_or<u32>, 0}, {"or.b64", "d=dd", logic_or<u64>, 0}, {"or.pred", "p=pp", or_pred, 0},
  {"xor.b16", "h=hh", logic_xor<u16>, 0}, {"xor.b32", "r=rr", logic_xor<u32>, 0}, {"xor.b64", "d=dd", logic_xor<u64>, 0}, {"xor.pred", "p=pp", xor_pred, 0},
  {"not.b16", "h=h", logic_not<u16>, 0}, {"not.b32", "r=r", logic_not<u32>, 0}, {"not.b64", "d=d", logic_not<u64>, 0}, {"not.pred", "p=p", not_pred, 0},
  {"cnot.b16", "h=h", cnot<u16>, 0}, {"cnot.b32", "r=r", cnot<u32>, 0}, {"cnot.b64", "d=d", cnot<u64>, 0},
  {"lop3.b32", "r=rrri", lop3, 0}, {"lop3{.and|.or}.b32", "|=rrrip", lop3_pred, 0},
  {"shl.b16", "h=hr", shl<u16>, 0}, {"shl.b32", "r=rr", shl<u32>, 0}, {"shl.b64", "d=dr", shl<u64>, 0},
  {"shr{.u16|.b16}", "h=hr", shr<u16>, 0}, {"shr.s16", "h=hr", shr<s16>, 0}, {"shr{.u32|.b32}", "r=rr", shr<u32>, 0}, {"shr.s32", "r=rr", shr<s32>, 0},
  {"shr{.u64|.b64}", "d=dr", shr<u64>, 0}, {"shr.s64", "d=dr", shr<s64>, 0},
  {"shf.l.wrap.b32", "r=rrr", shf_l_wrap, 0}, {"shf.r.wrap.b32", "r=rrr", shf_r_wrap, 0},
  {"shf.l.clamp.b32", "r=rrr", shf_l_clamp, 0}, {"shf.r.clamp.b32", "r=rrr", shf_r_clamp, 0},
  {"popc.b32", "r=r", popc<u32>, 0}, {"popc.b64", "r=d", popc<u64>, 0}, {"clz.b32", "r=r", clz<u32>, 0}, {"clz.b64", "r=d", clz<u64>, 0},
  {"bfind{.shiftamt|}.u32", "r=r", bfind<u32>, 0}, {"bfind{.shiftamt|}.s32", "r=r", bfind<s32>, 0},
  {"bfind{.shiftamt|}.u64", "r=d", bfind<u64>, 0}, {"bfind{.shiftamt|}.s64", "r=d", bfind<s64>, 0},
  {"brev.b32", "r=r", brev32, 0}, {"brev.b64", "d=d", brev64, 0}, {"fns.b32", "r=rrr", fns, 0},
  {"bfe.u32", "r=rrr", bfe<u32>, 0}, {"bfe.s32", "r=rrr", bfe<s32>, 0}, {"bfe.u64", "d=drr", bfe<u64>, 0}, {"bfe.s64", "d=drr", bfe<s64>, 0},
  {"bfi.b32", "r=rrrr", bfi<u32>, 0}, {"bfi.b64", "d=ddrr", bfi<u64>, 0},
  {"szext{.clamp|.wrap}.u32", "r=rr", szext<u32>, 0}, {"szext{.clamp|.wrap}.s32", "r=rr", szext<s32>, 0}, {"bmsk{.clamp|.wrap}.b32", "r=rr", bmsk, 0},
  {"prmt.b32{|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16}", "r=rrr", prmt, 0},
  {"dp4a.u32.u32", "r=rrr", dp4a<u8, u8>, 0}, {"dp4a.u32.s32", "r=rrr", dp4a<u8, s8>, 0}, {"dp4a.s32.u32", "r=rrr", dp4a<s8, u8>, 0},
  {"dp4a.s32.s32", "r=rrr", dp4a<s8, s8>, 0},
  {"dp2a{.lo|.hi}.u32.u32", "r=rrr", dp2a<u16, u8>, 0}, {"dp2a{.lo|.hi}.u32.s32", "r=rrr", dp2a<u16, s8>, 0},
  {"dp2a{.lo|.hi}.s32.u32", "r=rrr", dp2a<s16, u8>, 0}, {"dp2a{.lo|.hi}.s32.s32", "r=rrr", dp2a<s16, s8>, 0},
  {"add{!|.cc}{.u32|.s32}", "r=rr", add_carry<u32, false>, 0}, {"add{!|.cc}{.u64|.s64}", "d=dd", add_carry<u64, false>, 0},
  {"addc{|.cc}{.u32|.s32}", "r=rr", add_carry<u32, true>, 0}, {"addc{|.cc}{.u64|.s64}", "d=dd", add_carry<u64, true>, 0},
  {"sub{!|.cc}{.u32|.s32}", "r=rr", sub_carry<u32, false>, 0}, {"sub{!|.cc}{.u64|.s64}", "d=dd", sub_carry<u64, false>, 0},
  {"subc{|.cc}{.u32|.s32}", "r=rr", sub_carry<u32, true>, 0}, {"subc{|.cc}{.u64|.s64}", "d=dd", sub_carry<u64, true>, 0},
#define GPU_EMULATOR_MAD_CARRY(name, carry, CC) \
  {name ".lo" CC "{.u32|.s32}", "r=rrr", mad_carry<u32, carry, false>, 0}, {name ".lo" CC "{.u64|.s64}", "d=ddd", mad_carry<u64, carry, false>, 0}, \
  {name ".hi" CC ".u32", "r=rrr", mad_carry<u32, carry, true>, 0}, {name ".hi" CC ".s32", "r=rrr", mad_carry<s32, carry, true>, 0}, \
  {name ".hi" CC ".u64", "d=ddd", mad_carry<u64, carry, true>, 0}, {name ".hi" CC ".s64", "d=ddd", mad_carry<s64, carry, true>, 0}
  GPU_EMULATOR_MAD_CARRY("mad", false, "{!|.cc}"), GPU_EMULATOR_MAD_CARRY("madc", true, "{|.cc}"),
#undef GPU_EMULATOR_MAD_CARRY
};
#endif
// clang-format on

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA

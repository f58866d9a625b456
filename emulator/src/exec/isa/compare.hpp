/// set, setp, selp, slct and plain moves.
#pragma once

#include "floating.hpp"
#include "integer.hpp"

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

// clang-format off
/// Group 0 of every comparison with a type that has an order.
#define GPU_EMULATOR_COMPARE_BITS "{.eq|.ne}"
#define GPU_EMULATOR_COMPARE_SIGNED "{.eq|.ne|.lt|.le|.gt|.ge}"
#define GPU_EMULATOR_COMPARE_UNSIGNED "{.eq|.ne|.lt|.le|.gt|.ge|.lo|.ls|.hi|.hs}"
#define GPU_EMULATOR_COMPARE_FLOAT "{.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan}"

template <class T> inline Mask compare_int(const T* a, const T* b, unsigned how) {
  switch (how) {
    case 0: return lanes_where([=](unsigned i) { return a[i] == b[i]; });
    case 1: return lanes_where([=](unsigned i) { return a[i] != b[i]; });
    case 2: case 6: return lanes_where([=](unsigned i) { return a[i] < b[i]; });
    case 3: case 7: return lanes_where([=](unsigned i) { return a[i] <= b[i]; });
    case 4: case 8: return lanes_where([=](unsigned i) { return a[i] > b[i]; });
    default: return lanes_where([=](unsigned i) { return a[i] >= b[i]; });
  }
}
template <class T> inline Mask compare_float(const T* a, const T* b, unsigned how, bool ftz) {
  T x[warp_size], y[warp_size];
  if (ftz) {
    GPU_EMULATOR_LANES { x[i] = flush(a[i]); y[i] = flush(b[i]); }
    a = x;
    b = y;
  }
  switch (how) {
    case 0: return lanes_where([=](unsigned i) { return a[i] == b[i]; });
    case 1: return lanes_where([=](unsigned i) { return a[i] < b[i] || a[i] > b[i]; });
    case 2: return lanes_where([=](unsigned i) { return a[i] < b[i]; });
    case 3: return lanes_where([=](unsigned i) { return a[i] <= b[i]; });
    case 4: return lanes_where([=](unsigned i) { return a[i] > b[i]; });
    case 5: return lanes_where([=](unsigned i) { return a[i] >= b[i]; });
    case 6: return lanes_where([=](unsigned i) { return !(a[i] < b[i] || a[i] > b[i]); });
    case 7: return lanes_where([=](unsigned i) { return a[i] != b[i]; });
    case 8: return lanes_where([=](unsigned i) { return !(a[i] >= b[i]); });
    case 9: return lanes_where([=](unsigned i) { return !(a[i] > b[i]); });
    case 10: return lanes_where([=](unsigned i) { return !(a[i] <= b[i]); });
    case 11: return lanes_where([=](unsigned i) { return !(a[i] < b[i]); });
    case 12: return lanes_where([=](unsigned i) { return a[i] == a[i] && b[i] == b[i]; });
    default: return lanes_where([=](unsigned i) { return a[i] != a[i] || b[i] != b[i]; });
  }
}
/// BoolOp, by group 1: and, or, xor, none.
inline Mask combine(Warp& w, const Instruction& in, Mask r, unsigned how, unsigned slot) {
  switch (how) {
    case 0: return r & predicate(w, in, slot);
    case 1: return r | predicate(w, in, slot);
    case 2: return r ^ predicate(w, in, slot);
    default: return r;
  }
}
/// p|q: q gets the comparison's opposite, combined the same way.
inline void write_setp(Warp& w, const Instruction& in, Mask m, Mask r) {
  const unsigned how = in.modifier(1);
  const Mask p = combine(w, in, r, how, 4), q = combine(w, in, ~r, how, 4);
  set_predicate(w, in, 0, m, p);
  set_predicate(w, in, 1, m, q);
}
template <class T> void setp_int(Warp& w, const Instruction& in, Mask m) {
  write_setp(w, in, m, compare_int(operand<T>(w, in, 2), operand<T>(w, in, 3), in.modifier(0)));
}
template <class T> void setp_float(Warp& w, const Instruction& in, Mask m) {
  write_setp(w, in, m, compare_float(operand<T>(w, in, 2), operand<T>(w, in, 3), in.modifier(0), sizeof(T) == 4 && in.modifier(2) == 0));
}
/// set: D gets all ones (integers) or 1.0; group 1 BoolOp with operand 3.
template <class D> inline void write_set(Warp& w, const Instruction& in, Mask m, Mask r, D yes) {
  r = combine(w, in, r, in.modifier(1), 3);
  D* d = operand<D>(w, in, 0);
  GPU_EMULATOR_LANES d[i] = (m >> i & 1) == 0 ? d[i] : (r >> i & 1) != 0 ? yes : D(0);
}
template <class D, class T> void set_int(Warp& w, const Instruction& in, Mask m) {
  write_set<D>(w, in, m, compare_int(operand<T>(w, in, 1), operand<T>(w, in, 2), in.modifier(0)), sizeof(D) == 4 && D(0.5) != D(0) ? D(1) : D(-1));
}
template <class D, class T> void set_float(Warp& w, const Instruction& in, Mask m) {
  write_set<D>(w, in, m, compare_float(operand<T>(w, in, 1), operand<T>(w, in, 2), in.modifier(0), in.modifier(2) == 0), D(0.5) != D(0) ? D(1) : D(-1));
}
template <class T> void selp(Warp& w, const Instruction& in, Mask m) {
  T* d = operand<T>(w, in, 0);
  const T* a = operand<T>(w, in, 1);
  const T* b = operand<T>(w, in, 2);
  const Mask p = predicate(w, in, 3);
  if (m == all_lanes) {
    GPU_EMULATOR_LANES d[i] = (p >> i & 1) != 0 ? a[i] : b[i];
  } else {
    GPU_EMULATOR_LANES {
      const T r = (p >> i & 1) != 0 ? a[i] : b[i];
      d[i] = (m >> i & 1) != 0 ? r : d[i];
    }
  }
}
template <class T> void slct_int(Warp& w, const Instruction& in, Mask m) { map3<T, T, T, s32>(w, in, m, [](T a, T b, s32 c) { return c >= 0 ? a : b; }); }
template <class T> void slct_float(Warp& w, const Instruction& in, Mask m) {
  const bool ftz = in.modifier(0) == 0;
  map3<T, T, T, float>(w, in, m, [ftz](T a, T b, float c) { return (ftz ? flush(c) : c) >= 0 ? a : b; });
}

template <class T> void mov(Warp& w, const Instruction& in, Mask m) { map1<T, T>(w, in, m, [](T a) { return a; }); }
inline void mov_pred(Warp& w, const Instruction& in, Mask m) { set_predicate(w, in, 0, m, predicate(w, in, 1)); }
inline void mov_wide(Warp& w, const Instruction& in, Mask m) { map1<u64, u32>(w, in, m, [](u32 a) { return u64(a); }); }
inline void mov_narrow(Warp& w, const Instruction& in, Mask m) { map1<u16, u32>(w, in, m, [](u32 a) { return u16(a); }); }
inline void mov128(Warp& w, const Instruction& in, Mask m) {
  Wide128* d = operand<Wide128>(w, in, 0);
  const Wide128* a = operand<Wide128>(w, in, 1);
  each_lane(m, [&](unsigned i) { d[i] = a[i]; });
}
inline void pack_2x64(Warp& w, const Instruction& in, Mask m) {
  Wide128* d = operand<Wide128>(w, in, 0);
  const u64* a = operand<u64>(w, in, 1);
  const u64* b = operand<u64>(w, in, 2);
  each_lane(m, [&](unsigned i) { d[i] = {a[i], b[i]}; });
}
inline void unpack_2x64(Warp& w, const Instruction& in, Mask m) {
  const Wide128* a = operand<Wide128>(w, in, 0);
  u64* low = operand<u64>(w, in, 1);
  u64* high_half = operand<u64>(w, in, 2);
  each_lane(m, [&](unsigned i) { const Wide128 x = a[i]; low[i] = x.low; high_half[i] = x.high; });
}
template <class D, class P> void pack2(Warp& w, const Instruction& in, Mask m) {
  map2<D, P, P>(w, in, m, [](P a, P b) { return D(D(a) | D(D(b) << width_bits<P>)); });
}
template <class D, class P> void pack4(Warp& w, const Instruction& in, Mask m) {
  D* d = operand<D>(w, in, 0);
  const P* a = operand<P>(w, in, 1);
  const P* b = operand<P>(w, in, 2);
  const P* c = operand<P>(w, in, 3);
  const P* e = operand<P>(w, in, 4);
  each_lane(m, [&](unsigned i) {
    d[i] = D(D(a[i]) | D(D(b[i]) << width_bits<P>) | D(D(c[i]) << (2 * width_bits<P>)) | D(D(e[i]) << (3 * width_bits<P>)));
  });
}
template <class S, class P, unsigned N> void unpack(Warp& w, const Instruction& in, Mask m) {
  const S* from = operand<S>(w, in, 0);
  S copy[warp_size];
  GPU_EMULATOR_LANES copy[i] = from[i];
  for (unsigned k = 0; k < N; ++k) {
    P* d = operand<P>(w, in, 1 + k);
    GPU_EMULATOR_LANES {
      const P r = P(copy[i] >> (k * width_bits<P>));
      d[i] = (m >> i & 1) != 0 ? r : d[i];
    }
  }
}

#define GPU_EMULATOR_BOOL "{.and|.or|.xor|}"
#define GPU_EMULATOR_SET_INT(d, D, letter) \
  {"set" GPU_EMULATOR_COMPARE_UNSIGNED GPU_EMULATOR_BOOL d ".u16", letter "=hh?p", set_int<D, u16>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_SIGNED GPU_EMULATOR_BOOL d ".s16", letter "=hh?p", set_int<D, s16>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_BITS GPU_EMULATOR_BOOL d ".b16", letter "=hh?p", set_int<D, u16>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_UNSIGNED GPU_EMULATOR_BOOL d ".u32", letter "=rr?p", set_int<D, u32>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_SIGNED GPU_EMULATOR_BOOL d ".s32", letter "=rr?p", set_int<D, s32>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_BITS GPU_EMULATOR_BOOL d ".b32", letter "=rr?p", set_int<D, u32>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_UNSIGNED GPU_EMULATOR_BOOL d ".u64", letter "=dd?p", set_int<D, u64>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_SIGNED GPU_EMULATOR_BOOL d ".s64", letter "=dd?p", set_int<D, s64>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_BITS GPU_EMULATOR_BOOL d ".b64", letter "=dd?p", set_int<D, u64>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{.ftz|}" d ".f32", letter "=ff?p", set_float<D, float>, 0}, \
  {"set" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL d ".f64", letter "=gg?p", set_float<D, double>, 0}
#if !defined(GPU_EMULATOR_WITHOUT_FORMS)
constexpr Form compare_forms[] = {
  {"setp" GPU_EMULATOR_COMPARE_UNSIGNED GPU_EMULATOR_BOOL ".u16", "P=hh?p", setp_int<u16>, 0},
  {"setp" GPU_EMULATOR_COMPARE_SIGNED GPU_EMULATOR_BOOL ".s16", "P=hh?p", setp_int<s16>, 0},
  {"setp" GPU_EMULATOR_COMPARE_BITS GPU_EMULATOR_BOOL ".b16", "P=hh?p", setp_int<u16>, 0},
  {"setp" GPU_EMULATOR_COMPARE_UNSIGNED GPU_EMULATOR_BOOL ".u32", "P=rr?p", setp_int<u32>, 0},
  {"setp" GPU_EMULATOR_COMPARE_SIGNED GPU_EMULATOR_BOOL ".s32", "P=rr?p", setp_int<s32>, 0},
  {"setp" GPU_EMULATOR_COMPARE_BITS GPU_EMULATOR_BOOL ".b32", "P=rr?p", setp_int<u32>, 0},
  {"setp" GPU_EMULATOR_COMPARE_UNSIGNED GPU_EMULATOR_BOOL ".u64", "P=dd?p", setp_int<u64>, 0},
  {"setp" GPU_EMULATOR_COMPARE_SIGNED GPU_EMULATOR_BOOL ".s64", "P=dd?p", setp_int<s64>, 0},
  {"setp" GPU_EMULATOR_COMPARE_BITS GPU_EMULATOR_BOOL ".b64", "P=dd?p", setp_int<u64>, 0},
  {"setp" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL "{.ftz|}.f32", "P=ff?p", setp_float<float>, 0},
  {"setp" GPU_EMULATOR_COMPARE_FLOAT GPU_EMULATOR_BOOL ".f64", "P=gg?p", setp_float<double>, 0},
  GPU_EMULATOR_SET_INT("{.u32|.s32}", u32, "r"), GPU_EMULATOR_SET_INT(".f32", float, "r"),
  {"selp{.b16|.u16|.s16}", "h=hhp", selp<u16>, 0}, {"selp{.b32|.u32|.s32}", "r=rrp", selp<u32>, 0}, {"selp.f32", "f=ffp", selp<u32>, 0},
  {"selp{.b64|.u64|.s64}", "d=ddp", selp<u64>, 0}, {"selp.f64", "g=ggp", selp<u64>, 0},
  {"slct{.b16|.u16|.s16}.s32", "h=hhr", slct_int<u16>, 0}, {"slct{.b32|.u32|.s32}.s32", "r=rrr", slct_int<u32>, 0}, {"slct.f32.s32", "f=ffr", slct_int<u32>, 0},
  {"slct{.b64|.u64|.s64}.s32", "d=ddr", slct_int<u64>, 0}, {"slct.f64.s32", "g=ggr", slct_int<u64>, 0},
  {"slct{.ftz|}{.b16|.u16|.s16}.f32", "h=hhf", slct_float<u16>, 0}, {"slct{.ftz|}{.b32|.u32|.s32}.f32", "r=rrf", slct_float<u32>, 0},
  {"slct{.ftz|}.f32.f32", "f=fff", slct_float<u32>, 0}, {"slct{.ftz|}{.b64|.u64|.s64}.f32", "d=ddf", slct_float<u64>, 0},
  {"slct{.ftz|}.f64.f32", "g=ggf", slct_float<u64>, 0},
  {"mov{.b16|.u16|.s16|.b32|.u32|.s32|.f32|.b64|.u64|.s64|.f64|.b128|.pred}", "*", nullptr, decode_mov},
  {"#mov.16", "", mov<u16>, 0}, {"#mov.32", "", mov<u32>, 0}, {"#mov.64", "", mov<u64>, 0}, {"#mov.128", "", mov128, 0}, {"#mov.pred", "", mov_pred, 0},
  {"#mov.wide", "", mov_wide, 0}, {"#mov.narrow", "", mov_narrow, 0},
  {"#pack.2x8", "", pack2<u16, u8>, 0}, {"#pack.2x16", "", pack2<u32, u16>, 0}, {"#pack.2x32", "", pack2<u64, u32>, 0}, {"#pack.2x64", "", pack_2x64, 0},
  {"#pack.4x8", "", pack4<u32, u8>, 0}, {"#pack.4x16", "", pack4<u64, u16>, 0},
  {"#unpack.2x8", "", unpack<u16, u8, 2>, 0}, {"#unpack.2x16", "", unpack<u32, u16, 2>, 0}, {"#unpack.2x32", "", unpack<u64, u32, 2>, 0},
  {"#unpack.2x64", "", unpack_2x64, 0}, {"#unpack.4x8", "", unpack<u32, u8, 4>, 0}, {"#unpack.4x16", "", unpack<u64, u16, 4>, 0},
};
#endif
// clang-format on

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA

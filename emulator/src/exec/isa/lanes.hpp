/// Loops over the 32 lanes. Part of the per-ISA translation units: everything here lives in their own
/// namespace, so that code compiled for a wider instruction set never stands in for another unit's.
#pragma once

#include "../form.hpp"
#include "../warp.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;

/// A .b128 register's content.
struct Wide128 {
  u64 low, high;
};

#if defined(__clang__)
#define GPU_EMULATOR_LANES \
  _Pragma("clang loop vectorize(assume_safety)") for (unsigned i = 0; i < warp_size; ++i)
#else
#define GPU_EMULATOR_LANES _Pragma("GCC ivdep") for (unsigned i = 0; i < warp_size; ++i)
#endif

template <class T>
struct Bits;
template <>
struct Bits<float> {
  using type = u32;
};
template <>
struct Bits<double> {
  using type = u64;
};

template <class To, class From>
inline To bit_copy(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
inline u32 bits(float x) { return bit_copy<u32>(x); }
inline u64 bits(double x) { return bit_copy<u64>(x); }
inline float as_float(u32 x) { return bit_copy<float>(x); }
inline double as_double(u64 x) { return bit_copy<double>(x); }

inline unsigned first_lane(Mask lanes) { return unsigned(__builtin_ctz(lanes)); }

/// Writes `values` to the lanes of `mask`.
template <class T>
inline void write_lanes(T* to, const T* values, Mask mask) {
  if (mask == all_lanes) {
    GPU_EMULATOR_LANES to[i] = values[i];
  } else {
    GPU_EMULATOR_LANES to[i] = (mask >> i & 1) != 0 ? values[i] : to[i];
  }
}

/// result = f(a), for every lane of the mask; f is evaluated for the others too and must not trap.
template <class D, class A, class F>
inline void map1(Warp& w, const Instruction& in, Mask mask, F f) {
  D* d = operand<D>(w, in, 0);
  const A* a = operand<A>(w, in, 1);
  if (mask == all_lanes) {
    GPU_EMULATOR_LANES d[i] = D(f(a[i]));
  } else {
    GPU_EMULATOR_LANES {
      const D r = D(f(a[i]));
      d[i] = (mask >> i & 1) != 0 ? r : d[i];
    }
  }
}

template <class D, class A, class B, class F>
inline void map2(Warp& w, const Instruction& in, Mask mask, F f) {
  D* d = operand<D>(w, in, 0);
  const A* a = operand<A>(w, in, 1);
  const B* b = operand<B>(w, in, 2);
  if (mask == all_lanes) {
    GPU_EMULATOR_LANES d[i] = D(f(a[i], b[i]));
  } else {
    GPU_EMULATOR_LANES {
      const D r = D(f(a[i], b[i]));
      d[i] = (mask >> i & 1) != 0 ? r : d[i];
    }
  }
}

template <class D, class A, class B, class C, class F>
inline void map3(Warp& w, const Instruction& in, Mask mask, F f) {
  D* d = operand<D>(w, in, 0);
  const A* a = operand<A>(w, in, 1);
  const B* b = operand<B>(w, in, 2);
  const C* c = operand<C>(w, in, 3);
  if (mask == all_lanes) {
    GPU_EMULATOR_LANES d[i] = D(f(a[i], b[i], c[i]));
  } else {
    GPU_EMULATOR_LANES {
      const D r = D(f(a[i], b[i], c[i]));
      d[i] = (mask >> i & 1) != 0 ? r : d[i];
    }
  }
}

/// For functions that call, branch much or may trap: only the lanes of the mask.
template <class F>
inline void each_lane(Mask mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(first_lane(mask));
}

template <class D, class A, class F>
inline void scalar1(Warp& w, const Instruction& in, Mask mask, F f) {
  D* d = operand<D>(w, in, 0);
  const A* a = operand<A>(w, in, 1);
  each_lane(mask, [&](unsigned i) { d[i] = D(f(a[i])); });
}
template <class D, class A, class B, class F>
inline void scalar2(Warp& w, const Instruction& in, Mask mask, F f) {
  D* d = operand<D>(w, in, 0);
  const A* a = operand<A>(w, in, 1);
  const B* b = operand<B>(w, in, 2);
  each_lane(mask, [&](unsigned i) { d[i] = D(f(a[i], b[i])); });
}
template <class D, class A, class B, class C, class F>
inline void scalar3(Warp& w, const Instruction& in, Mask mask, F f) {
  D* d = operand<D>(w, in, 0);
  const A* a = operand<A>(w, in, 1);
  const B* b = operand<B>(w, in, 2);
  const C* c = operand<C>(w, in, 3);
  each_lane(mask, [&](unsigned i) { d[i] = D(f(a[i], b[i], c[i])); });
}

/// A mask of the lanes for which f(i) holds.
template <class F>
inline Mask lanes_where(F f) {
  Mask result = 0;
  GPU_EMULATOR_LANES result |= Mask(f(i)) << i;
  return result;
}

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA

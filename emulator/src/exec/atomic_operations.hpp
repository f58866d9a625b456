/// What atom and red do to one element: shared by scalars (atomics.cpp) and vectors (atomics_wide.cpp). For
/// units that include the handlers as GPU_EMULATOR_ISA common.
#pragma once

#include "isa/access.hpp"
#include "isa/compare.hpp"
#include "isa/half.hpp"

namespace gpu_emulator::exec::atomic {

using namespace common;

// clang-format off
template <class T> struct Add { static T of(T old, T b, T) { return T(old + b); } };
template <class T> struct And { static T of(T old, T b, T) { return old & b; } };
template <class T> struct Or { static T of(T old, T b, T) { return old | b; } };
template <class T> struct Xor { static T of(T old, T b, T) { return old ^ b; } };
template <class T> struct Exchange { static T of(T, T b, T) { return b; } };
template <class T> struct Compare { static T of(T old, T b, T c) { return old == b ? c : old; } };
template <class T, class Signed> struct Min { static T of(T old, T b, T) { return Signed(b) < Signed(old) ? b : old; } };
template <class T, class Signed> struct Max { static T of(T old, T b, T) { return Signed(b) > Signed(old) ? b : old; } };
struct Increment { static u32 of(u32 old, u32 b, u32) { return old >= b ? 0 : old + 1; } };
struct Decrement { static u32 of(u32 old, u32 b, u32) { return old == 0 || old > b ? b : old - 1; } };
template <bool ftz> struct AddF32 {
  static u32 of(u32 old, u32 b, u32) {
    float x = as_float(old), y = as_float(b);
    if (ftz) { x = flush(x); y = flush(y); }
    return common::bits(finish(x + y, ftz, false));
  }
};
struct AddF64Shared { static u64 of(u64 old, u64 b, u64) { return common::bits(settle(as_double(old) + as_double(b), as_double(b), as_double(old))); } };
/// Global memory adds by itself: it keeps NaNs as they are, the operand's before its own.
struct AddF64Global {
  static u64 of(u64 old, u64 b, u64) {
    const double x = as_double(old), y = as_double(b);
    return y != y ? b : x != x ? old : AddF64Shared::of(old, b, 0);
  }
};
template <class H> struct AddHalf { static u16 of(u16 old, u16 b, u16) { return half_arithmetic<H, HalfOp::add>(old, b, 0, HalfModes{false, false, false}); } };
template <class H, bool greatest> struct ExtremeHalf { static u16 of(u16 old, u16 b, u16) { return half_extreme<H>(old, b, greatest, false); } };
/// An operation on each half of a word.
template <class Half> struct Pair {
  static u32 of(u32 old, u32 b, u32) {
    return u32(Half::of(u16(old), u16(b), 0)) | u32(Half::of(u16(old >> 16), u16(b >> 16), 0)) << 16;
  }
};
// clang-format on

/// Applies Op to one location and gives what was there.
template <class T, class Op>
inline T update_one(u64 address, T b, T c) {
  T* const place = reinterpret_cast<T*>(address);
  T old = __atomic_load_n(place, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(place, &old, Op::of(old, b, c), true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED)) {
  }
  return old;
}

#define GPU_EMULATOR_ATOM_SEM "{|.relaxed|.acquire|.release|.acq_rel}{|.cta|.cluster|.gpu|.sys}"
#define GPU_EMULATOR_RED_SEM "{|.relaxed|.release}{|.cta|.cluster|.gpu|.sys}"

}  // namespace gpu_emulator::exec::atomic

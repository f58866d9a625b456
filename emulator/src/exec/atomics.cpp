/// atom and red: every width and operation.

#define GPU_EMULATOR_ISA common
#define GPU_EMULATOR_WITHOUT_FORMS
#include "atomic_operations.hpp"
#include "block.hpp"

namespace gpu_emulator::exec {

namespace {

using namespace atomic;

/// Operands with a result: result, address, b, c; without: address, b. Lanes act one after the other, lowest
/// first.
template <class T, class Op, Where where, bool returns, bool has_c>
void update(Warp& w, const Instruction& in, Mask m) {
  constexpr unsigned slot = returns ? 1 : 0;
  u64 address[warp_size];
  addresses_of(w, in, m, slot, address);
  if (!translate<where>(w, in, m, address, sizeof(T), true, true)) return;
  const T* const b = operand<T>(w, in, slot + 1);
  const T* const c = has_c ? operand<T>(w, in, slot + 2) : b;
  T* const d = returns ? operand<T>(w, in, 0) : nullptr;
  each_lane(m, [&](unsigned i) {
    const T old = update_one<T, Op>(address[i], b[i], c[i]);
    if (returns) d[i] = old;
  });
}

#define GPU_EMULATOR_ROW(space, where, decode, op, letter, T, ...)                                        \
  {"atom" GPU_EMULATOR_ATOM_SEM space op, letter "=m" letter, update<T, __VA_ARGS__, where, true, false>, \
   decode},                                                                                               \
  {                                                                                                       \
    "red" GPU_EMULATOR_RED_SEM space op, "m" letter, update<T, __VA_ARGS__, where, false, false>, decode  \
  }
#define GPU_EMULATOR_ROWS(space, where, decode, f32, f64)                                                    \
  GPU_EMULATOR_ROW(space, where, decode, ".and.b32", "r", u32, And<u32>),                                    \
      GPU_EMULATOR_ROW(space, where, decode, ".or.b32", "r", u32, Or<u32>),                                  \
      GPU_EMULATOR_ROW(space, where, decode, ".xor.b32", "r", u32, Xor<u32>),                                \
      GPU_EMULATOR_ROW(space, where, decode, ".and.b64", "d", u64, And<u64>),                                \
      GPU_EMULATOR_ROW(space, where, decode, ".or.b64", "d", u64, Or<u64>),                                  \
      GPU_EMULATOR_ROW(space, where, decode, ".xor.b64", "d", u64, Xor<u64>),                                \
      GPU_EMULATOR_ROW(space, where, decode, ".add{.u32|.s32}", "r", u32, Add<u32>),                         \
      GPU_EMULATOR_ROW(space, where, decode, ".add.u64", "d", u64, Add<u64>),                                \
      GPU_EMULATOR_ROW(space, where, decode, ".add.f32", "f", u32, f32),                                     \
      GPU_EMULATOR_ROW(space, where, decode, ".add.f64", "g", u64, f64),                                     \
      GPU_EMULATOR_ROW(space, where, decode, ".add.noftz.f16", "h", u16, AddHalf<F16>),                      \
      GPU_EMULATOR_ROW(space, where, decode, ".add.noftz.bf16", "h", u16, AddHalf<BF16>),                    \
      GPU_EMULATOR_ROW(space, where, decode, ".add.noftz.f16x2", "r", u32, Pair<AddHalf<F16>>),              \
      GPU_EMULATOR_ROW(space, where, decode, ".add.noftz.bf16x2", "r", u32, Pair<AddHalf<BF16>>),            \
      GPU_EMULATOR_ROW(space, where, decode, ".inc.u32", "r", u32, Increment),                               \
      GPU_EMULATOR_ROW(space, where, decode, ".dec.u32", "r", u32, Decrement),                               \
      GPU_EMULATOR_ROW(space, where, decode, ".min.u32", "r", u32, Min<u32, u32>),                           \
      GPU_EMULATOR_ROW(space, where, decode, ".min.s32", "r", u32, Min<u32, s32>),                           \
      GPU_EMULATOR_ROW(space, where, decode, ".min.u64", "d", u64, Min<u64, u64>),                           \
      GPU_EMULATOR_ROW(space, where, decode, ".min.s64", "d", u64, Min<u64, s64>),                           \
      GPU_EMULATOR_ROW(space, where, decode, ".max.u32", "r", u32, Max<u32, u32>),                           \
      GPU_EMULATOR_ROW(space, where, decode, ".max.s32", "r", u32, Max<u32, s32>),                           \
      GPU_EMULATOR_ROW(space, where, decode, ".max.u64", "d", u64, Max<u64, u64>),                           \
      GPU_EMULATOR_ROW(space, where, decode, ".max.s64", "d", u64, Max<u64, s64>),                           \
      {"atom" GPU_EMULATOR_ATOM_SEM space ".exch.b32", "r=mr",                                               \
       update<u32, Exchange<u32>, where, true, false>, decode},                                              \
      {"atom" GPU_EMULATOR_ATOM_SEM space ".exch.b64", "d=md",                                               \
       update<u64, Exchange<u64>, where, true, false>, decode},                                              \
      {"atom" GPU_EMULATOR_ATOM_SEM space ".cas.b16", "h=mhh", update<u16, Compare<u16>, where, true, true>, \
       decode},                                                                                              \
      {"atom" GPU_EMULATOR_ATOM_SEM space ".cas.b32", "r=mrr", update<u32, Compare<u32>, where, true, true>, \
       decode},                                                                                              \
  {                                                                                                          \
    "atom" GPU_EMULATOR_ATOM_SEM space ".cas.b64", "d=mdd", update<u64, Compare<u64>, where, true, true>,    \
        decode                                                                                               \
  }

constexpr Form forms[] = {
    GPU_EMULATOR_ROWS("", Where::generic, decode_memory_global, AddF32<true>, AddF64Global),
    GPU_EMULATOR_ROWS(".global", Where::global, decode_memory_global, AddF32<true>, AddF64Global),
    GPU_EMULATOR_ROWS("{.shared|.shared::cta}", Where::shared, decode_memory_shared, AddF32<false>,
                      AddF64Shared),
};

}  // namespace

const FormList atomic_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec

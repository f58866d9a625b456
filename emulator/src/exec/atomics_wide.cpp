/// atom and red of vectors (element by element) and of 128 bits.

#define GPU_EMULATOR_ISA common
#define GPU_EMULATOR_WITHOUT_FORMS
#include "atomic_operations.hpp"
#include "block.hpp"

namespace gpu_emulator::exec {

namespace {

using namespace atomic;

/// Operands: result, address, source; without a result: address, source. Vectors stand as the number of their
/// first element in Program::references. Group 2: .v2 .v4 .v8
template <class T, class Op, Where where, bool returns>
void update_vector(Warp& w, const Instruction& in, Mask m) {
  constexpr unsigned slot = returns ? 1 : 0, most = 8;
  const unsigned count = 2u << in.modifier(2);
  u64 address[warp_size];
  addresses_of(w, in, m, slot, address);
  if (!translate<where>(w, in, m, address, unsigned(sizeof(T)) * count, true, true)) return;
  const std::vector<Reference>& references = w.block->launch->program->references;
  const Reference* const sources = references.data() + in.operands[slot + 1];
  const Reference* const results = returns ? references.data() + in.operands[0] : nullptr;
  each_lane(m, [&](unsigned i) {
    T elements[most];  // a register may be source and result
    for (unsigned k = 0; k < count; ++k) elements[k] = operand<T>(w, sources[k])[i];
    for (unsigned k = 0; k < count; ++k) {
      const T old = update_one<T, Op>(address[i] + k * sizeof(T), elements[k], elements[k]);
      if (returns) operand<T>(w, results[k])[i] = old;
    }
  });
}

/// Operands: result, address, b, c. Kernels with an exchange run on one thread, but several may run at a
/// time.
template <bool compares, Where where>
void update128(Warp& w, const Instruction& in, Mask m) {
  static std::mutex one_at_a_time;
  u64 address[warp_size];
  addresses_of(w, in, m, 1, address);
  if (!translate<where>(w, in, m, address, sizeof(Wide128), true, true)) return;
  const std::lock_guard lock(one_at_a_time);
  each_lane(m, [&](unsigned i) {
    const Wide128 old = load_at<Wide128>(address[i]), b = operand<Wide128>(w, in, 2)[i];
    const Wide128 fresh = compares ? operand<Wide128>(w, in, 3)[i] : b;
    if (!compares || (old.low == b.low && old.high == b.high))
      __builtin_memcpy(reinterpret_cast<void*>(address[i]), &fresh, sizeof fresh);
    operand<Wide128>(w, in, 0)[i] = old;
  });
}

#define GPU_EMULATOR_VECTOR(space, where, op, letter, T, ...)                                      \
  {"atom" GPU_EMULATOR_ATOM_SEM space op, "V" letter "=mV" letter,                                 \
   update_vector<T, __VA_ARGS__, where, true>, decode_memory_global},                              \
  {                                                                                                \
    "red" GPU_EMULATOR_RED_SEM space op, "mV" letter, update_vector<T, __VA_ARGS__, where, false>, \
        decode_memory_global                                                                       \
  }
#define GPU_EMULATOR_HALVES(space, where, type, H)                                                        \
  GPU_EMULATOR_VECTOR(space, where, ".add.noftz{.v2|.v4|.v8}" type, "h", u16, AddHalf<H>),                \
      GPU_EMULATOR_VECTOR(space, where, ".min.noftz{.v2|.v4|.v8}" type, "h", u16, ExtremeHalf<H, false>), \
      GPU_EMULATOR_VECTOR(space, where, ".max.noftz{.v2|.v4|.v8}" type, "h", u16, ExtremeHalf<H, true>),  \
      GPU_EMULATOR_VECTOR(space, where, ".add.noftz{.v2|.v4}" type "x2", "r", u32, Pair<AddHalf<H>>),     \
      GPU_EMULATOR_VECTOR(space, where, ".min.noftz{.v2|.v4}" type "x2", "r", u32,                        \
                          Pair<ExtremeHalf<H, false>>),                                                   \
      GPU_EMULATOR_VECTOR(space, where, ".max.noftz{.v2|.v4}" type "x2", "r", u32,                        \
                          Pair<ExtremeHalf<H, true>>)
#define GPU_EMULATOR_VECTORS(space, where)                                        \
  GPU_EMULATOR_VECTOR(space, where, ".add{.v2|.v4}.f32", "f", u32, AddF32<true>), \
      GPU_EMULATOR_HALVES(space, where, ".f16", F16), GPU_EMULATOR_HALVES(space, where, ".bf16", BF16)
#define GPU_EMULATOR_128(space, where, decode)                                                  \
  {"atom" GPU_EMULATOR_ATOM_SEM space ".exch.b128", "q=mq", update128<false, where>, decode}, { \
    "atom" GPU_EMULATOR_ATOM_SEM space ".cas.b128", "q=mqq", update128<true, where>, decode     \
  }

constexpr Form forms[] = {
    GPU_EMULATOR_VECTORS("", Where::generic),
    GPU_EMULATOR_VECTORS(".global", Where::global),
    GPU_EMULATOR_128("", Where::generic, decode_memory_global),
    GPU_EMULATOR_128(".global", Where::global, decode_memory_global),
    GPU_EMULATOR_128("{.shared|.shared::cta}", Where::shared, decode_memory_shared),
};

}  // namespace

const FormList wide_atomic_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec

/// mbarrier: barriers that are objects in shared memory. cuda::barrier and cuda::pipeline are made of them.

#define GPU_EMULATOR_ISA common
#define GPU_EMULATOR_WITHOUT_FORMS
#include "block.hpp"
#include "isa/access.hpp"

namespace gpu_emulator::exec {

namespace {

using namespace common;

constexpr u32 most_arrivals = (1u << 20) - 1;

/// The 64 bits of the object, which programs treat as opaque. A state that mbarrier.arrive gives is a copy.
struct Object {
  u64 word;
  static constexpr u64 count_mask = most_arrivals, initialised = u64{1} << 63, phase_bit = u64{1} << 62;
  static constexpr unsigned expected_shift = 20, bytes_shift = 40, bytes_bits = 22;

  static Object of(u32 count) { return {initialised | count | u64(count) << expected_shift}; }
  bool valid() const { return (word & initialised) != 0; }
  bool odd_phase() const { return (word & phase_bit) != 0; }
  u32 pending() const { return u32(word & count_mask); }
  u32 expected() const { return u32(word >> expected_shift & count_mask); }
  s32 bytes() const { return s32(s64(word << (64 - bytes_shift - bytes_bits)) >> (64 - bytes_bits)); }

  void set(u32 pending_now, u32 expected_now, s32 bytes_now) {
    word = (word & (initialised | phase_bit)) | pending_now | u64(expected_now) << expected_shift |
           (u64(u32(bytes_now)) & ((u64{1} << bytes_bits) - 1)) << bytes_shift;
    if (pending_now != 0 || bytes_now != 0) return;
    word ^= phase_bit;
    word |= expected_now;
  }
};

/// The address of each lane's object, or false and a fault.
template <Where where>
bool find_objects(Warp& w, const Instruction& in, Mask m, unsigned slot, bool write, bool reads,
                  u64* address) {
  addresses_of(w, in, m, slot, address);
  if constexpr (where == Where::generic) {
    for (Mask rest = m; rest != 0; rest &= rest - 1) {
      const unsigned lane = first_lane(rest);
      if (address[lane] >> window_shift != 1) {
        access_fault(w, in, lane, address[lane], sizeof(Object), write, AccessFault::out_of_range);
        return false;
      }
    }
    GPU_EMULATOR_LANES address[i] -= shared_window;
  }
  return translate<Where::shared>(w, in, m, address, sizeof(Object), write, reads);
}

/// f(object, lane) says what is wrong, or nothing.
template <class F>
void change_objects(Warp& w, const Instruction& in, Mask m, const u64* address, F f) {
  for (Mask rest = m; rest != 0; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    Object object = load_at<Object>(address[lane]);
    const char* const wrong = object.valid() ? f(object, lane) : "an object that mbarrier.init did not make";
    if (wrong != nullptr)
      return record_fault(w, pc_of(w, in), lane, Fault::launch_failed, std::string("mbarrier: ") + wrong);
    __builtin_memcpy(reinterpret_cast<void*>(address[lane]), &object, sizeof object);
  }
}

/// Operands: address, count.
template <Where where>
void init(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  if (!find_objects<where>(w, in, m, 0, true, false, address)) return;
  each_lane(m, [&](unsigned i) {
    const u32 count = operand<u32>(w, in, 1)[i];
    if (count == 0 || count > most_arrivals)
      return record_fault(
          w, pc_of(w, in), i, Fault::launch_failed,
          "mbarrier.init for " + std::to_string(count) + " arrivals: 1 to 1048575 are possible");
    const Object object = Object::of(count);
    __builtin_memcpy(reinterpret_cast<void*>(address[i]), &object, sizeof object);
  });
}

template <Where where>
void invalidate(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  if (!find_objects<where>(w, in, m, 0, true, true, address)) return;
  change_objects(w, in, m, address, [](Object& object, unsigned) -> const char* {
    object.word = 0;
    return nullptr;
  });
}

enum class Arrival { plain, drop, no_complete, dropped_no_complete, bytes, dropped_bytes };

/// Operands: state, address, count (or, with .expect_tx, bytes).
template <Where where, Arrival how>
void arrive(Warp& w, const Instruction& in, Mask m) {
  constexpr bool drops = how == Arrival::drop || how == Arrival::dropped_bytes ||
                         how == Arrival::dropped_no_complete,
                 stays = how == Arrival::no_complete || how == Arrival::dropped_no_complete,
                 expects = how == Arrival::bytes || how == Arrival::dropped_bytes;
  u64 address[warp_size];
  if (!find_objects<where>(w, in, m, 1, true, true, address)) return;
  const u32* const third = in.operands[2] == no_operand ? nullptr : operand<u32>(w, in, 2);
  u64* const state = operand<u64>(w, in, 0);
  change_objects(w, in, m, address, [&](Object& object, unsigned lane) -> const char* {
    const u32 given = third == nullptr ? 1 : third[lane];
    const u32 count = expects ? 1 : given;
    if (count == 0 || count > object.pending()) return "more arrivals than the phase expects";
    if (stays && count == object.pending() && object.bytes() == 0) return ".noComplete completes the phase";
    state[lane] = object.word;
    object.set(object.pending() - count, object.expected() - (drops ? count : 0),
               object.bytes() + (expects ? s32(given) : 0));
    return nullptr;
  });
}

/// Operands: address, bytes. Group 0: expect_tx complete_tx
template <Where where>
void count_bytes(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  if (!find_objects<where>(w, in, m, 0, true, true, address)) return;
  const s32* const bytes = operand<s32>(w, in, 1);
  const bool completes = in.modifier(0) == 1;
  change_objects(w, in, m, address, [&](Object& object, unsigned lane) -> const char* {
    object.set(object.pending(), object.expected(),
               object.bytes() + (completes ? -bytes[lane] : bytes[lane]));
    return nullptr;
  });
}

/// cp.async copies at once: what the arrival stands for has happened. Group 0: empty .noinc; without it the
/// arrival is one more than the count.
template <Where where>
void arrive_after_copies(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  if (!find_objects<where>(w, in, m, 0, true, true, address)) return;
  const bool counted = in.modifier(0) == 1;
  change_objects(w, in, m, address, [&](Object& object, unsigned) -> const char* {
    if (!counted) return nullptr;
    if (object.pending() == 0) return "more arrivals than the phase expects";
    object.set(object.pending() - 1, object.expected(), object.bytes());
    return nullptr;
  });
}

/// Operands: predicate, address, state or parity. Who waits leaves its time to others, with test_wait as with
/// try_wait.
template <Where where, bool parity>
void wait(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  if (!find_objects<where>(w, in, m, 1, false, true, address)) return;
  Mask done = 0;
  change_objects(w, in, m, address, [&](Object& object, unsigned lane) -> const char* {
    const bool odd =
        parity ? (operand<u32>(w, in, 2)[lane] & 1) != 0 : Object{operand<u64>(w, in, 2)[lane]}.odd_phase();
    done |= Mask(object.odd_phase() != odd) << lane;
    return nullptr;
  });
  set_predicate(w, in, 0, m, done);
  if ((m & ~done) != 0) stop(w, Event::yield);
}

/// Operands: count, state.
void pending_count(Warp& w, const Instruction& in, Mask m) {
  map1<u32, u64>(w, in, m, [](u64 state) { return u32(state & Object::count_mask); });
}

#define GPU_EMULATOR_ARRIVE "{|.release|.relaxed}{|.cta|.cluster}"
#define GPU_EMULATOR_WAIT "{|.acquire|.relaxed}{|.cta|.cluster}"
#define GPU_EMULATOR_MBARRIER(space, where, decode)                                                         \
  {"mbarrier.init" space ".b64", "mr", init<where>, decode},                                                \
      {"mbarrier.inval" space ".b64", "m", invalidate<where>, decode},                                      \
      {"mbarrier.arrive" GPU_EMULATOR_ARRIVE space ".b64", "d=m?r", arrive<where, Arrival::plain>, decode}, \
      {"mbarrier.arrive_drop" GPU_EMULATOR_ARRIVE space ".b64", "d=m?r", arrive<where, Arrival::drop>,      \
       decode},                                                                                             \
      {"mbarrier.arrive.noComplete" GPU_EMULATOR_ARRIVE space ".b64", "d=mr",                               \
       arrive<where, Arrival::no_complete>, decode},                                                        \
      {"mbarrier.arrive_drop.noComplete" GPU_EMULATOR_ARRIVE space ".b64", "d=mr",                          \
       arrive<where, Arrival::dropped_no_complete>, decode},                                                \
      {"mbarrier.arrive.expect_tx" GPU_EMULATOR_ARRIVE space ".b64", "d=mr", arrive<where, Arrival::bytes>, \
       decode},                                                                                             \
      {"mbarrier.arrive_drop.expect_tx" GPU_EMULATOR_ARRIVE space ".b64", "d=mr",                           \
       arrive<where, Arrival::dropped_bytes>, decode},                                                      \
      {"mbarrier{.expect_tx|.complete_tx}{|.relaxed}{|.cta|.cluster}" space ".b64", "mr",                   \
       count_bytes<where>, decode},                                                                         \
      {"mbarrier.test_wait" GPU_EMULATOR_WAIT space ".b64", "p=md", wait<where, false>, decode},            \
      {"mbarrier.test_wait.parity" GPU_EMULATOR_WAIT space ".b64", "p=mr", wait<where, true>, decode},      \
      {"mbarrier.try_wait" GPU_EMULATOR_WAIT space ".b64", "p=md?r", wait<where, false>, decode},           \
      {"mbarrier.try_wait.parity" GPU_EMULATOR_WAIT space ".b64", "p=mr?r", wait<where, true>, decode}, {   \
    "cp.async.mbarrier.arrive{|.noinc}" space ".b64", "m", arrive_after_copies<where>, decode               \
  }

constexpr Form forms[] = {
    GPU_EMULATOR_MBARRIER("", Where::generic, decode_memory_global),
    GPU_EMULATOR_MBARRIER("{.shared|.shared::cta}", Where::shared, decode_memory_shared),
    {"mbarrier.pending_count.b64", "r=d", pending_count, 0},
};

}  // namespace

const FormList mbarrier_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec

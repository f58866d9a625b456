#pragma once
/// A warp's state: what handlers work on. Plain data; see instruction.hpp for why.

#include "instruction.hpp"

#include <cstddef>
#include <cstdint>

namespace gpu_emulator::exec {

struct Block;
struct Worker;
struct CallFrame;
struct Unwritten;

/// Windows of the generic address space that are not host memory: no host address has these top bits.
constexpr std::uint64_t shared_window = std::uint64_t{1} << 56;
constexpr std::uint64_t local_window = std::uint64_t{2} << 56;
constexpr std::uint64_t function_window = std::uint64_t{3} << 56;
constexpr unsigned window_shift = 56;
/// Blocks of a cluster: the rank stands above the offset in a shared address.
constexpr unsigned cluster_rank_shift = 24;

/// A live allocation as the access check wants it; copied out of the memory table, valid while its generation
/// is.
struct AccessRange {
  std::uint64_t base = 1;
  std::uint64_t size = 0;
  std::uint8_t* initialised = nullptr;  ///< a bit a byte; null: everything counts as written
  bool writable = false;
};

constexpr unsigned access_ranges = 8;

/// unwritten: a register came to hold a value that nothing wrote, or none does any more (unwritten.hpp).
enum class Event : std::uint32_t { none, fault, yield, unwritten };

struct alignas(64) Warp {
  std::byte* bases[3] = {};  ///< by Base
  const Instruction* code = nullptr;
  std::uint32_t pc = 0;     ///< of the running group: the next instruction
  std::uint32_t limit = 0;  ///< at or past it the scheduler has to look (others wait there); 0 forces it
  Mask mask = 0;            ///< the running group
  Mask ready = 0;           ///< lanes that could run; the group is a part of it
  Mask existing = 0;        ///< lanes that the block's size gives this warp
  Mask exited = 0;
  Mask carry = 0;          ///< the condition code register of add.cc and its kin
  std::int32_t slice = 0;  ///< backward branches left before other warps get their turn
  Event event = Event::none;

  std::byte* shared = nullptr;
  std::uint8_t* shared_initialised = nullptr;  ///< a byte a byte; null: no check
  std::uint64_t* shared_missing = nullptr;     ///< bytes of the block's shared memory that nothing wrote yet
  std::uint64_t shared_size = 0;
  std::byte* local = nullptr;  ///< lane l's memory at l * local_stride
  std::uint64_t local_stride = 0;
  std::uint64_t local_base = 0;           ///< of the running frame within a lane's local memory
  const std::byte* parameters = nullptr;  ///< the launch's
  std::uint64_t parameter_size = 0;
  std::byte* call_parameters = nullptr;  ///< the running frame's .param variables, lane l at l * stride
  std::uint64_t call_parameter_stride = 0;

  AccessRange ranges[access_ranges];
  std::uint32_t next_range = 0;
  std::uint64_t ranges_generation = ~std::uint64_t{0};
  const std::uint64_t* generation = nullptr;  ///< the memory table's; read with a relaxed atomic load

  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;
  std::uint64_t budget = 0;

  Unwritten* unwritten = nullptr;  ///< while registers hold values that nothing wrote
  CallFrame* frame = nullptr;      ///< the running group's
  Block* block = nullptr;
  Worker* worker = nullptr;
  std::uint32_t index = 0;  ///< within the block
  Mask waiting_sync = 0;    ///< parked at a warp-level meeting point
  Mask waiting_barrier = 0;
  std::uint32_t pcs[warp_size] = {};  ///< of lanes that are not in the running group
  CallFrame* frames[warp_size] = {};
  std::uint32_t sync_masks[warp_size] = {};  ///< members each parked lane waits for
};

template <class T>
inline T* operand(Warp& warp, Reference reference) {
  return reinterpret_cast<T*>(warp.bases[reference & 3] + (reference >> 2));
}
template <class T>
inline T* operand(Warp& warp, const Instruction& in, unsigned index) {
  return operand<T>(warp, in.operands[index]);
}
inline Mask predicate(Warp& warp, const Instruction& in, unsigned index) {
  const Mask value = *operand<Mask>(warp, in, index);
  return in.negated >> index & 1 ? ~value : value;
}
inline void set_predicate(Warp& warp, const Instruction& in, unsigned index, Mask lanes, Mask value) {
  if (in.operands[index] == no_operand) return;
  Mask* place = operand<Mask>(warp, in, index);
  *place = (*place & ~lanes) | (value & lanes);
}

/// Gives control back to the scheduler after this instruction.
inline void stop(Warp& warp, Event event) {
  if (warp.event != Event::fault) warp.event = event;
  warp.limit = 0;
}

// ---- services of the interpreter's common part, called by handlers; defined in exec/*.cpp ----

enum class AccessFault : std::uint8_t { out_of_range, misaligned, read_only, uninitialised, no_such_space };

/// Finds the allocation that holds [address, address + size) and puts it among warp.ranges; null (and the
/// fault is recorded) when the access is not allowed.
const AccessRange* find_range(Warp& warp, const Instruction& in, unsigned lane, std::uint64_t address,
                              unsigned size, bool write);
void access_fault(Warp& warp, const Instruction& in, unsigned lane, std::uint64_t address, unsigned size,
                  bool write, AccessFault why);

/// A read of shared memory, at these offsets, which nothing wrote. False (and the fault is recorded) where
/// the value counts at once; else it is followed, and the read may go on.
bool unwritten_read(Warp& warp, const Instruction& in, Mask lanes, const std::uint64_t* address,
                    unsigned size);

/// True for an address in a .const variable.
bool is_constant(std::uint64_t address);

void branch_divergent(Warp& warp, Mask taken, std::uint32_t target, std::uint32_t next);
/// The scheduler of one warp. False when the interpreter has to leave.
bool reschedule(Warp& warp);

}  // namespace gpu_emulator::exec

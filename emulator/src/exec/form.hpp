#pragma once
/// A row of the one table that maps instruction forms to handlers.

#include "instruction.hpp"

namespace gpu_emulator::exec {

// clang-format off
/// `pattern` spells the opcode with its modifiers; `{a|b|}` is a choice of one (the last may be empty). The
/// choices, counted from 0, reach the handler as Instruction::modifier(group).
///
/// `signature` has a letter an operand; `=` parts results from sources:
///   p predicate   h 16-bit   r 32-bit   d 64-bit   q 128-bit (registers or immediates)
///   H f16 or bf16, f f32, g f64: as h, r, d, but a decimal immediate is a floating-point number
///   x register of any width (its width is recorded; the first x as width0, the second as width1), or an immediate
///   m address in brackets   2 4 8 a vector of that many x   s symbol's address or a register, 64-bit or 32-bit
///   V a vector, as long as the opcode says, of the letter behind it; kept in Program::references, the operand is
///     the number of its first element
///   ? before a letter: the operand may be left out; `_` always may stand for a result that nobody wants
///   i immediate only, kept in Instruction::immediate
///   | the result pair a|p   P p|q, the second may be left out   S p in the place of p|q
///   * decoded by a routine of its own, named by `decode`
// clang-format on
struct Form {
  const char* pattern;
  const char* signature;
  Handler handler;
  std::uint32_t decode;  ///< Decode below
};

enum Decode : std::uint32_t {
  decode_plain,
  decode_memory_global,  ///< m is an address in the global (or generic) space: symbols give host addresses
  decode_memory_shared,
  decode_memory_local,
  decode_memory_param,
  decode_mov,
  decode_branch,
  decode_branch_table,
  decode_call,
  decode_bar,
  decode_copy_async,
};

struct FormList {
  const Form* forms;
  unsigned long count;
};

/// What one instruction set's translation unit offers.
struct IsaUnit {
  const FormList* lists;
  unsigned long count;
  /// Runs a warp until it has no ready lane, its slice is over or something happened; see warp.hpp.
  void (*run)(Warp&);
};

struct FormTable {
  const Form* forms;
  unsigned count;
  const char* isa;
  void (*run)(Warp&);
};

/// The table of the instruction set chosen for this process.
const FormTable& form_table();

}  // namespace gpu_emulator::exec

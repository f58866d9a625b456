#pragma once
/// Decoded code: what exec runs.

#include "../exec/instruction.hpp"
#include "module.hpp"

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace gpu_emulator::ptx {

enum class Builtin : std::uint8_t { none, vprintf, assertfail, free };

/// A .param variable copied at a call: from the caller's area to the callee's, or back.
struct ParameterCopy {
  std::uint32_t caller_offset, size;
};

struct CallSite {
  int function = -1;  ///< -1: indirect, or a builtin
  Builtin builtin = Builtin::none;
  std::vector<ParameterCopy> arguments, results;
};

struct FormalParameter {
  std::uint32_t offset, size;  ///< within the callee's area
};

struct Function {
  std::string name;
  bool entry = false;
  std::uint32_t first_pc = 0, end_pc = 0;
  std::uint32_t register_bytes = 0;
  std::uint32_t parameter_stride = 0;  ///< of the .param area, a lane
  std::uint32_t local_bytes = 0;       ///< of this function alone
  std::vector<FormalParameter> results, parameters;
  // what the call graph gives
  std::size_t local_total = 0;   ///< with the deepest chain of calls; meaningless when unbounded
  bool unbounded_stack = false;  ///< recursive or calls through a pointer
  bool uses_order =
      false;  ///< holds atomics whose outcome depends on the order of blocks, or what it calls does
  bool uses_reserved_shared = false;  ///< %reserved_smem_offset_*: cooperative groups' own shared memory
};

struct Place {
  std::uint32_t pc;    ///< from here on
  std::uint32_t file;  ///< into Program::files
  std::uint32_t line;
};

struct Program {
  std::vector<exec::Instruction> code;
  std::vector<std::byte> constants_storage;
  std::byte* constants = nullptr;  ///< aligned view of the storage
  std::deque<Function> functions;
  std::vector<CallSite> calls;
  std::vector<std::vector<std::uint32_t>> branch_tables;
  std::vector<exec::Reference> references;  ///< elements of vectors that have more than an instruction holds
  std::vector<Place> places;                ///< ascending pc; file 0 … : from .loc
  std::vector<std::string> files;
  std::vector<std::string> texts;  ///< for reports: the line of an instruction
  std::vector<std::uint32_t> text_of_function;
  std::vector<Entry> entries;
  std::vector<int> entry_function;            ///< entry → functions
  std::vector<std::size_t> entry_shared_end;  ///< where dynamic shared memory starts
  std::unordered_map<std::string, std::size_t> entry_by_name, variable_by_name, function_by_name;
  std::vector<Variable> variables;
  std::vector<Address> owned;  ///< variables' memory
  unsigned version = 0, target = 0;
  std::string log;
  ~Program();

  /// The function that holds an instruction.
  const Function& function_at(std::uint32_t pc) const;
  /// Source file and line of an instruction; nullptr without .loc.
  const Place* place_at(std::uint32_t pc) const;
  /// The text's line, trimmed.
  std::string line_text(std::uint32_t pc) const;
};

}  // namespace gpu_emulator::ptx

#pragma once
/// Finds the row of the form table that an opcode as written belongs to.

#include "../exec/form.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpu_emulator::ptx {

struct Match {
  const exec::Form* form = nullptr;
  std::uint32_t modifiers = 0;
};

/// form is null when no row matches.
Match find_form(std::string_view opcode);

/// All spellings that a pattern allows, with their modifiers; for the coverage table and the conformance
/// harness.
struct Spelling {
  std::string opcode;
  std::uint32_t modifiers;
};
std::vector<Spelling> spellings(std::string_view pattern);

/// Why no row matches. `unsupported`: it is PTX that this emulator does not implement; else it is no PTX at
/// all.
std::string explain_unknown(std::string_view opcode, bool& unsupported);

}  // namespace gpu_emulator::ptx

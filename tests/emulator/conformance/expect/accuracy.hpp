#pragma once
/// Bounds of the instructions that the ISA lets approximate.

#include "../form.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace conformance {

struct Accuracy {
  std::string_view bound;   ///< as the PTX ISA words it
  std::string_view source;  ///< the section of PTX ISA 9.0
  /// How far a result is from the mathematical one, in units of the bound: at most 1 where the result is
  /// right. 0 where the ISA promises nothing for these operands.
  std::function<double(const std::uint64_t* in, std::uint64_t got)> error;
};

/// Nothing for exactly defined forms.
std::optional<Accuracy> accuracy_of(const Form& form);

}  // namespace conformance

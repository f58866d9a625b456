#pragma once
/// What an exactly defined form should give, computed by the harness itself from the PTX ISA's text: a third
/// witness beside the GPU and the emulator.

#include "../form.hpp"

#include <cstdint>
#include <functional>

namespace conformance {

/// From a lane's operands to its results, both zero-extended. False: the ISA leaves the result open for these
/// operands.
using Expectation = std::function<bool(const std::uint64_t* in, std::uint64_t* out)>;

/// Empty for forms that the harness cannot predict.
Expectation expectation_of(const Form& form);

/// An instruction's name, taken apart.
struct Name {
  explicit Name(const Form& form) : pieces(pieces_of(form.name)), full(form.name) {}

  const std::string& operation() const { return pieces[0]; }
  bool has(std::string_view piece) const;
  /// The types of the name in order; `from_end` 0 is the last.
  std::string_view type(std::size_t from_end = 0) const;

  std::vector<std::string> pieces;
  std::string full;
};

/// Bits of a type: "s16" gives 16, "f16x2" 32.
unsigned width_of(std::string_view type);
inline bool is_signed(std::string_view type) { return type[0] == 's'; }
std::uint64_t low_bits(std::uint64_t value, unsigned width);
std::int64_t sign_extended(std::uint64_t value, unsigned width);

Expectation integer_expectation(const Name& name);
Expectation bit_expectation(const Name& name);
Expectation float_expectation(const Name& name);
Expectation convert_expectation(const Name& name, const Form& form);
Expectation compare_expectation(const Name& name, const Form& form);
Expectation atomic_expectation(const Name& name, const Form& form);

}  // namespace conformance

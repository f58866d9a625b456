#pragma once
/// Judges a form's answers against a record or against the harness's own expectation.

#include "record.hpp"

#include <optional>
#include <string>

namespace conformance {

enum class Verdict : std::uint8_t {
  equal,          ///< bit for bit
  equal_but_nan,  ///< bit for bit, but for the payload of NaN results, which the ISA leaves open
  within_bound,   ///< of an approximate form
  differs,
  refused,    ///< by the driver, when the module was loaded
  failed,     ///< the launch failed
  unchecked,  ///< the record has no such form, or the harness no expectation
};
inline constexpr std::size_t verdict_count = 7;

std::string_view name_of(Verdict verdict);

struct Judgement {
  Verdict verdict = Verdict::unchecked;
  std::string detail;      ///< the first difference, or why it was refused
  double worst_error = 0;  ///< of approximate forms, in units of the bound
};

/// Against what another driver gave.
Judgement compare(const Form& form, const Inputs& inputs, const Answer& answer, const Recorded* recorded);

/// Against the harness's own arithmetic.
Judgement self_check(const Form& form, const Inputs& inputs, const Answer& answer);

/// A masked run against a plain one of the same form on the same driver: threads that took part must give
/// what they gave then, the others nothing.
Judgement check_masked(const Form& form, const Inputs& inputs, const Answer& plain, const Answer& masked);

}  // namespace conformance

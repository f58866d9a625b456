// Compiled with -frounding-math: the rounding mode changes at run time.
#include "rounded_arithmetic.hpp"

#include <bit>
#include <cfenv>
#include <cmath>

namespace conformance {
namespace {

int mode_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::down:
      return FE_DOWNWARD;
    case Rounding::up:
      return FE_UPWARD;
    case Rounding::toward_zero:
      return FE_TOWARDZERO;
    default:
      return FE_TONEAREST;
  }
}

struct Computed {
  double value;
  bool exact;
};

/// volatile keeps the operation between the two changes of the mode.
Computed compute(Operation operation, double a, double b, double c, int mode) {
  volatile double x = a;
  volatile double y = b;
  volatile double z = c;
  volatile double result = 0;
  std::fesetround(mode);
  std::feclearexcept(FE_ALL_EXCEPT);
  switch (operation) {
    case Operation::add:
      result = x + y;
      break;
    case Operation::subtract:
      result = x - y;
      break;
    case Operation::multiply:
      result = x * y;
      break;
    case Operation::fused:
      result = std::fma(x, y, z);
      break;
    case Operation::divide:
      result = x / y;
      break;
    case Operation::square_root:
      result = std::sqrt(x);
      break;
  }
  const bool exact = std::fetestexcept(FE_INEXACT) == 0;
  std::fesetround(FE_TONEAREST);
  return {result, exact};
}

}  // namespace

std::uint64_t rounded(Operation operation, const std::uint64_t* operands, FloatLayout layout,
                      Rounding rounding, bool flush_tiny) {
  const bool three = operation == Operation::fused;
  const bool one = operation == Operation::square_root;
  const double a = to_double(operands[0], layout);
  const double b = one ? 0 : to_double(operands[1], layout);
  const double c = three ? to_double(operands[2], layout) : 0;
  if (layout.mantissa_bits == 52) {
    return std::bit_cast<std::uint64_t>(compute(operation, a, b, c, mode_of(rounding)).value);
  }
  // A double holds all narrower operands exactly. Truncated with its last bit set where it is inexact, the
  // result is rounded again without harm: it has more than two bits to spare.
  const Computed truncated = compute(operation, a, b, c, FE_TOWARDZERO);
  if (truncated.value == 0) {
    return encode(decode(std::bit_cast<std::uint64_t>(compute(operation, a, b, c, mode_of(rounding)).value),
                         f64_layout),
                  layout, rounding);
  }
  Number number = decode(std::bit_cast<std::uint64_t>(truncated.value), f64_layout);
  number.sticky = !truncated.exact && std::isfinite(truncated.value);
  if (flush_tiny && is_tiny(number, layout, rounding)) {
    return number.negative ? sign_bit(layout) : 0;
  }
  return encode(number, layout, rounding);
}

}  // namespace conformance

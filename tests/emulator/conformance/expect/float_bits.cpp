#include "float_bits.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace conformance {
namespace {

int bias(FloatLayout layout) { return (1 << (layout.exponent_bits - 1)) - 1; }

std::uint64_t exponent_mask(FloatLayout layout) {
  return ((std::uint64_t{1} << layout.exponent_bits) - 1) << layout.mantissa_bits;
}

/// Whether the magnitude grows, given the last kept bit, the first dropped one and whether anything else was
/// dropped.
bool rounds_away(Rounding rounding, bool negative, bool odd, bool half, bool rest) {
  switch (rounding) {
    case Rounding::nearest_even:
      return half && (rest || odd);
    case Rounding::nearest_away:
      return half;
    case Rounding::toward_zero:
      return false;
    case Rounding::down:
      return negative && (half || rest);
    case Rounding::up:
      return !negative && (half || rest);
  }
  return false;
}

}  // namespace

std::uint64_t sign_bit(FloatLayout layout) {
  return std::uint64_t{1} << (layout.exponent_bits + layout.mantissa_bits);
}

std::uint64_t canonical_nan(FloatLayout layout) { return sign_bit(layout) - 1; }

bool is_subnormal(std::uint64_t bits, FloatLayout layout) {
  return (bits & exponent_mask(layout)) == 0 && (bits & (sign_bit(layout) - 1)) != 0;
}

std::uint64_t flush(std::uint64_t bits, FloatLayout layout) {
  return is_subnormal(bits, layout) ? bits & sign_bit(layout) : bits;
}

bool is_tiny(Number number, FloatLayout layout, Rounding rounding) {
  if (number.kind != Number::Class::finite || number.is_zero()) {
    return false;
  }
  const int unit =
      number.exponent + 63 - std::countl_zero(number.mantissa) - static_cast<int>(layout.mantissa_bits);
  number = round_to_multiple(number, unit, rounding);
  return number.exponent + 63 - std::countl_zero(number.mantissa) < 1 - bias(layout);
}

Number decode(std::uint64_t bits, FloatLayout layout) {
  Number number;
  number.negative = (bits & sign_bit(layout)) != 0;
  number.mantissa = bits & ((std::uint64_t{1} << layout.mantissa_bits) - 1);
  const std::uint64_t field = (bits & exponent_mask(layout)) >> layout.mantissa_bits;
  if ((bits & exponent_mask(layout)) == exponent_mask(layout)) {
    number.kind = number.mantissa == 0 ? Number::Class::infinite : Number::Class::nan;
    return number;
  }
  if (field != 0) {
    number.mantissa |= std::uint64_t{1} << layout.mantissa_bits;
  }
  number.exponent =
      static_cast<int>(field == 0 ? 1 : field) - bias(layout) - static_cast<int>(layout.mantissa_bits);
  return number;
}

Number round_to_multiple(Number number, int exponent, Rounding rounding) {
  const int dropped = exponent - number.exponent;
  if (dropped <= 0 || number.kind != Number::Class::finite) {
    return number;
  }
  const bool all = dropped > 64;
  const std::uint64_t kept = dropped > 63 ? 0 : number.mantissa >> dropped;
  const bool half = !all && (number.mantissa >> (dropped - 1) & 1) != 0;
  const std::uint64_t below =
      all ? number.mantissa : number.mantissa & ((std::uint64_t{1} << (dropped - 1)) - 1);
  const bool rest = below != 0 || number.sticky;
  number.mantissa = kept + (rounds_away(rounding, number.negative, (kept & 1) != 0, half, rest) ? 1 : 0);
  number.exponent = exponent;
  number.sticky = false;
  return number;
}

std::uint64_t encode(Number number, FloatLayout layout, Rounding rounding) {
  if (number.kind == Number::Class::nan) {
    return canonical_nan(layout);
  }
  const std::uint64_t sign = number.negative ? sign_bit(layout) : 0;
  if (number.kind == Number::Class::infinite) {
    return sign | exponent_mask(layout);
  }
  if (number.mantissa == 0 && !number.sticky) {
    return sign;
  }
  const int mantissa_bits = static_cast<int>(layout.mantissa_bits);
  const int width = 64 - std::countl_zero(number.mantissa);
  const int smallest = 1 - bias(layout) - mantissa_bits;
  int unit = std::max(number.exponent + width - 1 - mantissa_bits, smallest);
  number = round_to_multiple(number, unit, rounding);
  if (number.exponent > unit) {  // fewer bits than the layout has: shift them up
    number.mantissa <<= number.exponent - unit;
  }
  if (number.mantissa >> (mantissa_bits + 1) != 0) {  // rounding carried
    number.mantissa >>= 1;
    ++unit;
  }
  if (number.mantissa >> mantissa_bits == 0) {
    return sign | number.mantissa;  // subnormal or zero
  }
  const int field = unit + mantissa_bits + bias(layout);
  if (field >= (1 << layout.exponent_bits) - 1) {
    const bool to_infinity = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away ||
                             (rounding == Rounding::up && !number.negative) ||
                             (rounding == Rounding::down && number.negative);
    return sign | (to_infinity ? exponent_mask(layout) : exponent_mask(layout) - 1);
  }
  return sign | static_cast<std::uint64_t>(field) << mantissa_bits |
         (number.mantissa & ((std::uint64_t{1} << mantissa_bits) - 1));
}

double to_double(std::uint64_t bits, FloatLayout layout) {
  const Number number = decode(bits, layout);
  if (number.kind == Number::Class::nan) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double magnitude = number.kind == Number::Class::infinite
                               ? std::numeric_limits<double>::infinity()
                               : std::ldexp(static_cast<double>(number.mantissa), number.exponent);
  return number.negative ? -magnitude : magnitude;
}

}  // namespace conformance

#pragma once
/// Floating-point numbers of any layout, taken apart and put together by integer arithmetic alone.

#include "../kind.hpp"

#include <cstdint>

namespace conformance {

enum class Rounding : std::uint8_t { nearest_even, toward_zero, down, up, nearest_away };

inline constexpr FloatLayout f16_layout{5, 10};
inline constexpr FloatLayout bf16_layout{8, 7};
inline constexpr FloatLayout f32_layout{8, 23};
inline constexpr FloatLayout f64_layout{11, 52};
inline constexpr FloatLayout tf32_layout{8, 10};

/// A finite value is (-1)^negative · mantissa · 2^exponent, plus something smaller than one unit of the
/// mantissa if `sticky`.
struct Number {
  enum class Class : std::uint8_t { finite, infinite, nan };
  Class kind = Class::finite;
  bool negative = false;
  std::uint64_t mantissa = 0;
  int exponent = 0;
  bool sticky = false;

  bool is_zero() const { return kind == Class::finite && mantissa == 0 && !sticky; }
};

Number decode(std::uint64_t bits, FloatLayout layout);

/// Correctly rounded; overflow goes to infinity or the largest finite value as the rounding says. NaN gives
/// all ones below the sign.
std::uint64_t encode(Number number, FloatLayout layout, Rounding rounding);

/// Rounds a finite number to a multiple of 2^exponent.
Number round_to_multiple(Number number, int exponent, Rounding rounding);

std::uint64_t sign_bit(FloatLayout layout);
std::uint64_t canonical_nan(FloatLayout layout);
bool is_subnormal(std::uint64_t bits, FloatLayout layout);
/// Whether a number that is not zero, rounded to the layout's precision with no limit to its exponent, lies
/// below the smallest normal one: what IEEE 754 calls tiny "after rounding".
bool is_tiny(Number number, FloatLayout layout, Rounding rounding);
/// Subnormal bits become a zero of the same sign.
std::uint64_t flush(std::uint64_t bits, FloatLayout layout);

/// The value as double, exact for every layout up to f64; NaN stays NaN.
double to_double(std::uint64_t bits, FloatLayout layout);

}  // namespace conformance

#include "expectation.hpp"
#include "float_bits.hpp"

#include <algorithm>
#include <bit>

namespace conformance {
namespace {

Rounding rounding_of(const Name& name) {
  return name.has("rz") || name.has("rzi")   ? Rounding::toward_zero
         : name.has("rm") || name.has("rmi") ? Rounding::down
         : name.has("rp") || name.has("rpi") ? Rounding::up
         : name.has("rna")                   ? Rounding::nearest_away
                                             : Rounding::nearest_even;
}

bool is_float(std::string_view type) { return float_layout(kind_of(type)).exponent_bits != 0; }

/// An integer operand as sign and magnitude.
Number integer_number(std::uint64_t bits, std::string_view type) {
  const unsigned width = width_of(type);
  Number number;
  number.negative = is_signed(type) && sign_extended(bits, width) < 0;
  number.mantissa = low_bits(bits, width);
  if (number.negative) {
    number.mantissa = ~static_cast<std::uint64_t>(sign_extended(bits, width)) + 1;
  }
  return number;
}

/// A rounded number as an integer of `type`, clamped to its range.
std::uint64_t clamped(const Number& number, std::string_view type) {
  const unsigned width = width_of(type);
  const std::uint64_t largest = low_bits(~std::uint64_t{0}, is_signed(type) ? width - 1 : width);
  const bool overflows =
      number.kind == Number::Class::infinite || (number.mantissa != 0 && number.exponent > 64);
  // The magnitude with 128 bits to spare; negative exponents were rounded away.
  __extension__ typedef unsigned __int128 Wide;
  const Wide magnitude = overflows ? Wide{1} << 127
                         : number.exponent >= 0
                             ? (number.exponent > 63 ? Wide{number.mantissa} << 63 << 1
                                                     : Wide{number.mantissa} << number.exponent)
                             : Wide{number.mantissa} >> -number.exponent;
  if (number.negative) {
    const Wide limit = is_signed(type) ? Wide{largest} + 1 : Wide{0};
    return ~static_cast<std::uint64_t>(std::min(magnitude, limit)) + 1;
  }
  return static_cast<std::uint64_t>(std::min(magnitude, Wide{largest}));
}

/// Results are extended to the register that the kernel reads.
std::uint64_t extended(std::uint64_t bits, std::string_view type, unsigned register_width) {
  const unsigned width = width_of(type);
  const std::uint64_t value =
      is_signed(type) ? static_cast<std::uint64_t>(sign_extended(bits, width)) : low_bits(bits, width);
  return low_bits(value, register_width);
}

/// NaN has no integer value: 0, or the top bit alone where a 64-bit type takes part (PTX ISA, cvt,
/// "float-to-integer").
std::uint64_t nan_as_integer(std::string_view to, std::string_view from) {
  return from == "f64" || width_of(to) == 64 ? std::uint64_t{1} << (width_of(to) - 1) : 0;
}

std::uint64_t limited(const Name& name, std::uint64_t bits, FloatLayout layout) {
  const std::uint64_t unit = ((std::uint64_t{1} << (layout.exponent_bits - 1)) - 1) << layout.mantissa_bits;
  const bool negative = (bits & sign_bit(layout)) != 0;
  if (name.has("sat")) {
    return is_nan(bits, layout) || negative ? 0 : std::min(bits, unit);
  }
  if (name.has("relu") && negative && !is_nan(bits, layout)) {
    return 0;
  }
  return bits;
}

Expectation to_integer(const Name& name, const Form& form) {
  const std::string to(name.type(1));
  const std::string from(name.type(0));
  const unsigned register_width = 8 * info(form.outputs[0]).bytes;
  if (!is_float(from)) {
    return [=](const std::uint64_t* in, std::uint64_t* out) {
      const Number number = integer_number(in[0], from);
      const std::uint64_t wrapped = number.negative ? ~number.mantissa + 1 : number.mantissa;
      return out[0] = extended(name.has("sat") ? clamped(number, to) : wrapped, to, register_width), true;
    };
  }
  const FloatLayout layout = float_layout(kind_of(from));
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const std::uint64_t bits = name.has("ftz") ? flush(in[0], layout) : in[0];
    if (is_nan(bits, layout)) {
      return out[0] = extended(nan_as_integer(to, from), to, register_width), true;
    }
    const Number number = round_to_multiple(decode(bits, layout), 0, rounding_of(name));
    return out[0] = extended(clamped(number, to), to, register_width), true;
  };
}

Expectation to_float(const Name& name) {
  const std::string from(name.type(0));
  const bool tf32 = name.type(1) == "tf32";
  const FloatLayout to = tf32 ? tf32_layout : float_layout(kind_of(name.type(1)));
  const FloatLayout layout = float_layout(kind_of(from));
  const bool ftz = name.has("ftz");
  // A GPU ignores .ftz where it has no instruction for the rounding.
  const bool flushes_input =
      ftz && from == "f32" && !(name.type(1) == "f16" && (name.has("rm") || name.has("rp")));
  const bool integral = name.has("rni") || name.has("rzi") || name.has("rmi") || name.has("rpi");
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    Number number = layout.exponent_bits == 0 ? integer_number(in[0], from)
                                              : decode(flushes_input ? flush(in[0], layout) : in[0], layout);
    if (integral) {
      number = round_to_multiple(number, 0, rounding_of(name));
    }
    const bool flushed = ftz && to.mantissa_bits == 23 && is_tiny(number, to, rounding_of(name));
    out[0] = flushed ? (number.negative ? sign_bit(to) : 0) : encode(number, to, rounding_of(name));
    out[0] = limited(name, out[0], to);
    if (tf32) {
      const std::uint64_t nan = name.has("rna") ? in[0] & 0xffffe000 : 0x7fffe000;
      out[0] = number.kind == Number::Class::nan ? nan : out[0] << 13;
    }
    return true;
  };
}

/// The first source becomes the upper half.
Expectation to_pair(const Name& name) {
  const FloatLayout to = float_layout(kind_of(name.type(1)));
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    out[0] = 0;
    for (unsigned k = 0; k < 2; ++k) {
      std::uint64_t half = encode(decode(in[1 - k], f32_layout), to, rounding_of(name));
      const std::uint64_t magnitude = half & ~sign_bit(to);
      const std::uint64_t infinity = ((std::uint64_t{1} << to.exponent_bits) - 1) << to.mantissa_bits;
      if (name.has("satfinite") && magnitude == infinity) {
        half -= 1;
      }
      out[0] |= limited(name, half, to) << (16 * k);
    }
    return true;
  };
}

}  // namespace

Expectation convert_expectation(const Name& name, const Form& form) {
  if (name.type(0).substr(0, 1) == "e" || name.type(1).substr(0, 1) == "e" ||
      form.name.find("64-bit register") != std::string::npos) {
    return {};
  }
  if (name.type(1) == "f16x2" || name.type(1) == "bf16x2") {
    return to_pair(name);
  }
  return is_float(name.type(1)) || name.type(1) == "tf32" ? to_float(name) : to_integer(name, form);
}

}  // namespace conformance

#include "expectation.hpp"
#include "rounded_arithmetic.hpp"

#include <optional>

namespace conformance {
namespace {

Rounding rounding_of(const Name& name) {
  return name.has("rz")   ? Rounding::toward_zero
         : name.has("rm") ? Rounding::down
         : name.has("rp") ? Rounding::up
                          : Rounding::nearest_even;
}

std::optional<Operation> operation_of(const std::string& operation) {
  if (operation == "add") return Operation::add;
  if (operation == "sub") return Operation::subtract;
  if (operation == "mul") return Operation::multiply;
  if (operation == "fma" || operation == "mad") return Operation::fused;
  if (operation == "div") return Operation::divide;
  if (operation == "sqrt") return Operation::square_root;
  return std::nullopt;
}

std::uint64_t one(FloatLayout layout) {
  return ((std::uint64_t{1} << (layout.exponent_bits - 1)) - 1) << layout.mantissa_bits;
}

/// .sat: to [0, 1], NaN to 0. .relu: negative to 0, NaN stays. Both give +0.
std::uint64_t limit(const Name& name, std::uint64_t bits, FloatLayout layout) {
  if (name.has("sat")) {
    if (is_nan(bits, layout) || (bits & sign_bit(layout)) != 0) return 0;
    return bits > one(layout) ? one(layout) : bits;
  }
  if (name.has("relu") && !is_nan(bits, layout) && (bits & sign_bit(layout)) != 0) {
    return 0;
  }
  return bits;
}

/// Whether a is below b; -0 is below +0, as min and max want it.
bool below(std::uint64_t a, std::uint64_t b, FloatLayout layout) {
  const bool a_negative = (a & sign_bit(layout)) != 0;
  const bool b_negative = (b & sign_bit(layout)) != 0;
  return a_negative != b_negative ? a_negative : a_negative ? a > b : a < b;
}

std::uint64_t extreme(const Name& name, std::uint64_t a, std::uint64_t b, FloatLayout layout) {
  const std::uint64_t sign = name.has("xorsign") ? (a ^ b) & sign_bit(layout) : 0;
  if (name.has("abs")) {
    a &= ~sign_bit(layout);
    b &= ~sign_bit(layout);
  }
  const bool a_nan = is_nan(a, layout);
  const bool b_nan = is_nan(b, layout);
  if ((a_nan && b_nan) || (name.has("NaN") && (a_nan || b_nan))) {
    return canonical_nan(layout);
  }
  std::uint64_t result = 0;
  if (a_nan || b_nan) {
    result = a_nan ? b : a;
  } else {
    result = below(a, b, layout) == (name.operation() == "min") ? a : b;
  }
  return result | sign;
}

bool has_property(const Name& name, std::uint64_t bits, FloatLayout layout) {
  const Number number = decode(bits, layout);
  const bool finite = number.kind == Number::Class::finite;
  if (name.has("finite")) return finite;
  if (name.has("infinite")) return number.kind == Number::Class::infinite;
  if (name.has("number")) return number.kind != Number::Class::nan;
  if (name.has("notanumber")) return number.kind == Number::Class::nan;
  if (name.has("subnormal")) return is_subnormal(bits, layout);
  return finite && !is_subnormal(bits, layout);  // zeros are normal numbers
}

/// One element; operands are already flushed.
std::uint64_t element_result(const Name& name, const std::uint64_t* in, FloatLayout layout) {
  const std::string& operation = name.operation();
  const std::uint64_t sign = sign_bit(layout);
  if (operation == "abs" || operation == "neg") {
    return operation == "abs" ? in[0] & ~sign : in[0] ^ sign;
  }
  if (operation == "min" || operation == "max") {
    return extreme(name, in[0], in[1], layout);
  }
  if (operation == "copysign") {
    return (in[1] & ~sign) | (in[0] & sign);
  }
  if (operation == "rcp") {
    const std::uint64_t quotient[2] = {one(layout), in[0]};
    return rounded(Operation::divide, quotient, layout, rounding_of(name), name.has("ftz"));
  }
  return limit(name, rounded(*operation_of(operation), in, layout, rounding_of(name), name.has("ftz")),
               layout);
}

}  // namespace

Expectation float_expectation(const Name& name) {
  const Kind kind = kind_of(name.type());
  const FloatLayout layout = float_layout(kind);
  const unsigned width = 1 + layout.exponent_bits + layout.mantissa_bits;
  if (name.operation() == "testp") {
    return [=](const std::uint64_t* in, std::uint64_t* out) {
      return out[0] = has_property(name, in[0], layout) ? 1 : 0, true;
    };
  }
  const bool ftz = name.has("ftz");
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    out[0] = 0;
    for (unsigned start = 0; start < elements(kind) * width; start += width) {
      std::uint64_t operands[3];
      for (unsigned k = 0; k < 3; ++k) {
        operands[k] = low_bits(in[k] >> start % 64, width);
        operands[k] = ftz ? flush(operands[k], layout) : operands[k];
      }
      const std::uint64_t result = element_result(name, operands, layout);
      out[0] |= (ftz ? flush(result, layout) : result) << start % 64;
    }
    return true;
  };
}

}  // namespace conformance

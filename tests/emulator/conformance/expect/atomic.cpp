#include "expectation.hpp"

namespace conformance {

Expectation atomic_expectation(const Name& name, const Form& form) {
  if (form.name.find("b128") != std::string::npos || form.name.find("[immediate") != std::string::npos) {
    return {};
  }
  const std::string type(name.type());
  const FloatLayout layout = float_layout(kind_of(type));
  const bool returns = name.operation() == "atom";
  const unsigned width = width_of(type);
  const bool equal_given = form.inputs.size() == 2;
  Form arithmetic;  // the same operation as an instruction of its own
  for (const char* const operation : {"add", "min", "max", "and", "or", "xor"}) {
    if (name.has(operation)) {
      arithmetic.name = std::string(operation) + "." + type;
      arithmetic.group = layout.exponent_bits != 0 ? "f32"
                         : operation == std::string_view("and") || operation == std::string_view("or") ||
                                 operation == std::string_view("xor")
                             ? "logic"
                             : "integer";
    }
  }
  const bool flushes_unstated =
      type == "f32";  // depends on the address space; the record says what the GPU does
  const Expectation compute = arithmetic.name.empty() ? Expectation{} : expectation_of(arithmetic);
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    std::uint64_t left = 0;
    if (name.has("exch")) {
      left = in[1];
    } else if (name.has("cas")) {
      const std::uint64_t replacement = equal_given ? in[1] : in[2];
      left = equal_given || low_bits(in[0], width) == low_bits(in[1], width) ? replacement : in[0];
    } else if (name.has("inc")) {
      left = in[0] >= in[1] ? 0 : in[0] + 1;
    } else if (name.has("dec")) {
      left = in[0] == 0 || in[0] > in[1] ? in[1] : in[0] - 1;
    } else if (compute) {
      const std::uint64_t operands[3] = {in[0], in[1], 0};
      compute(operands, &left);
    } else {
      return false;
    }
    if (flushes_unstated) {
      for (const std::uint64_t value : {in[0], in[1], left}) {
        if ((value & 0x7f800000) == 0) return false;
      }
    }
    out[0] = returns ? in[0] : left;
    out[1] = left;
    return true;
  };
}

}  // namespace conformance

#include "expectation.hpp"
#include "float_bits.hpp"

#include <array>
#include <compare>

namespace conformance {
namespace {

constexpr std::array<std::string_view, 18> comparisons{"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                       "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                                       "ltu", "leu", "gtu", "geu", "num", "nan"};

std::string_view comparison_of(const Name& name) {
  for (const std::string_view comparison : comparisons) {
    if (name.has(comparison)) {
      return comparison;
    }
  }
  return {};
}

bool holds(std::string_view comparison, std::partial_ordering order) {
  const bool unordered = order == std::partial_ordering::unordered;
  if (comparison == "num") return !unordered;
  if (comparison == "nan") return unordered;
  if (comparison.size() == 3 && unordered) return true;  // equ, neu, ltu, leu, gtu, geu
  const std::string_view base = comparison.substr(0, 2);
  if (base == "eq") return order == 0;
  if (base == "ne") return !unordered && order != 0;
  if (base == "lt" || base == "lo") return order < 0;
  if (base == "le" || base == "ls") return order <= 0;
  if (base == "gt" || base == "hi") return order > 0;
  return order >= 0;
}

std::partial_ordering order_of(std::uint64_t a, std::uint64_t b, std::string_view type, bool ftz) {
  const FloatLayout layout = float_layout(kind_of(type));
  if (layout.exponent_bits != 0) {
    return to_double(ftz ? flush(a, layout) : a, layout) <=> to_double(ftz ? flush(b, layout) : b, layout);
  }
  const unsigned width = width_of(type);
  if (is_signed(type)) {
    return sign_extended(a, width) <=> sign_extended(b, width);
  }
  return low_bits(a, width) <=> low_bits(b, width);
}

bool combine(const Name& name, bool compared, bool other) {
  return name.has("and")   ? (compared && other)
         : name.has("or")  ? (compared || other)
         : name.has("xor") ? (compared != other)
                           : compared;
}

/// What set writes for "true": all ones, or 1.0.
std::uint64_t truth(std::string_view type) {
  const FloatLayout layout = float_layout(kind_of(type));
  return layout.exponent_bits == 0
             ? low_bits(~std::uint64_t{0}, width_of(type))
             : ((std::uint64_t{1} << (layout.exponent_bits - 1)) - 1) << layout.mantissa_bits;
}

}  // namespace

Expectation compare_expectation(const Name& name, const Form& form) {
  const std::string type(name.type());
  const std::string comparison(comparison_of(name));
  const bool ftz = name.has("ftz");
  const bool negated = form.name.find("[negated]") != std::string::npos;
  if (form.name.find("[immediate]") != std::string::npos) {
    return {};
  }
  const bool pair = elements(kind_of(type)) == 2;
  if (pair && name.operation() == "set" && name.type(1) != type) {
    return {};
  }
  const std::string element_type = pair ? type.substr(0, type.size() - 2) : type;
  const bool boolean = name.has("and") || name.has("or") || name.has("xor");
  const bool set = name.operation() == "set";
  const std::string result_type = !set ? "" : pair ? element_type : std::string(name.type(1));
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const bool other = boolean && (in[2] != 0) != negated;
    out[0] = 0;
    for (unsigned k = 0; k < (pair ? 2u : 1u); ++k) {
      const unsigned start = 16 * k;
      const std::uint64_t a = pair ? low_bits(in[0] >> start, 16) : in[0];
      const std::uint64_t b = pair ? low_bits(in[1] >> start, 16) : in[1];
      const bool compared = holds(comparison, order_of(a, b, element_type, ftz));
      const bool result = combine(name, compared, other);
      if (set) {
        out[0] |= (result ? truth(result_type) : 0) << start;
      } else if (pair) {
        out[k] = result ? 1 : 0;
      } else {
        out[0] = result ? 1 : 0;
        out[1] = combine(name, !compared, other) ? 1 : 0;
      }
    }
    return true;
  };
}

}  // namespace conformance

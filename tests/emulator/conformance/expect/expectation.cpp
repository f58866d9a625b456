#include "expectation.hpp"

namespace conformance {

bool Name::has(std::string_view piece) const {
  // Asked for every lane: the length tells most pieces apart, without a call.
  for (const std::string& own : pieces)
    if (own.size() == piece.size() && own[0] == piece[0] && own == piece) return true;
  return false;
}

std::string_view Name::type(std::size_t from_end) const {
  for (std::size_t k = pieces.size(); k-- > 0;) {
    if (is_type(pieces[k]) && from_end-- == 0) {
      return pieces[k];
    }
  }
  return {};
}

unsigned width_of(std::string_view type) { return 8 * info(kind_of(type)).bytes; }

std::uint64_t low_bits(std::uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

std::int64_t sign_extended(std::uint64_t value, unsigned width) {
  return width >= 64 ? static_cast<std::int64_t>(value)
                     : static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

Expectation expectation_of(const Form& form) {
  const Name name(form);
  const std::string& group = form.group;
  const bool variant = form.name.find(" [") != std::string::npos;
  if (group == "integer" || group == "carry") {
    return integer_expectation(name);
  }
  if (!variant && (group == "logic" || group == "shift" || group == "bit field")) {
    return bit_expectation(name);
  }
  if (!variant && (group == "f32" || group == "f64" || group == "f16" || group == "bf16")) {
    return float_expectation(name);
  }
  if (group.rfind("convert", 0) == 0) {
    return convert_expectation(name, form);
  }
  if (group.rfind("compare", 0) == 0) {
    return compare_expectation(name, form);
  }
  if (group == "atomic") {
    return atomic_expectation(name, form);
  }
  if (group == "move" && form.inputs.size() == 1 && form.outputs == form.inputs && !variant) {
    return [](const std::uint64_t* in, std::uint64_t* out) { return out[0] = in[0], true; };
  }
  if (group == "mbarrier" && form.inputs.size() == 1 && form.outputs.size() > 1) {
    const bool counts = name.has("pending_count");
    return [counts](const std::uint64_t* in, std::uint64_t* out) {
      const std::uint64_t arrivals = (in[0] & 15) + 2;
      out[0] = counts ? arrivals : 0;
      out[1] = counts ? arrivals - 1 : 1;
      out[2] = counts && arrivals == 2;
      return true;
    };
  }
  if (group == "meeting late" || (group == "mbarrier" && name.has("noinc"))) {
    return [](const std::uint64_t*, std::uint64_t* out) { return out[0] = 1, true; };
  }
  if (name.operation() == "selp" && !variant) {
    return
        [](const std::uint64_t* in, std::uint64_t* out) { return out[0] = in[2] != 0 ? in[0] : in[1], true; };
  }
  return {};
}

}  // namespace conformance

#include "expectation.hpp"

#include <algorithm>
#include <bit>

namespace conformance {
namespace {

Expectation logic_expectation(const Name& name) {
  const std::string& operation = name.operation();
  const unsigned width = name.type() == "pred" ? 1 : width_of(name.type());
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    std::uint64_t result = 0;
    if (operation == "and") result = in[0] & in[1];
    if (operation == "or") result = in[0] | in[1];
    if (operation == "xor") result = in[0] ^ in[1];
    if (operation == "not") result = ~in[0];
    if (operation == "cnot") result = low_bits(in[0], width) == 0 ? 1 : 0;
    return out[0] = low_bits(result, width), true;
  };
}

Expectation shift_expectation(const Name& name) {
  const unsigned width = width_of(name.type());
  const bool left = name.operation() == "shl";
  const bool arithmetic = name.type()[0] == 's';
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const std::uint64_t count = low_bits(in[1], 32);
    const std::uint64_t a = low_bits(in[0], width);
    if (arithmetic) {
      out[0] = low_bits(
          static_cast<std::uint64_t>(sign_extended(a, width) >> std::min<std::uint64_t>(count, width - 1)),
          width);
    } else {
      out[0] = count >= width ? 0 : low_bits(left ? a << count : a >> count, width);
    }
    return true;
  };
}

Expectation funnel_expectation(const Name& name) {
  const bool left = name.has("l");
  const bool clamps = name.has("clamp");
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const std::uint64_t both = low_bits(in[1], 32) << 32 | low_bits(in[0], 32);
    const std::uint64_t count = clamps ? std::min<std::uint64_t>(low_bits(in[2], 32), 32) : in[2] & 31;
    return out[0] = low_bits(left ? both << count >> 32 : both >> count, 32), true;
  };
}

Expectation count_expectation(const Name& name) {
  const std::string& operation = name.operation();
  const unsigned width = width_of(name.type());
  const bool is_negative_possible = is_signed(name.type());
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    std::uint64_t a = low_bits(in[0], width);
    if (operation == "popc") return out[0] = static_cast<std::uint64_t>(std::popcount(a)), true;
    if (operation == "clz")
      return out[0] = static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - width), true;
    if (is_negative_possible && sign_extended(a, width) < 0) {
      a = low_bits(~a, width);
    }
    const int highest = 63 - std::countl_zero(a);  // -1 where there is none
    const int result = highest < 0            ? -1
                       : name.has("shiftamt") ? static_cast<int>(width) - 1 - highest
                                              : highest;
    return out[0] = static_cast<std::uint32_t>(result), true;
  };
}

/// The ISA leaves positions and lengths beyond 255 open: a GPU takes their low byte in 32-bit instructions,
/// all of them in 64-bit ones, which it has no hardware for.
std::uint64_t field_mask(unsigned width) { return width == 32 ? 0xff : 0xffffffff; }

Expectation extract_expectation(const Name& name) {
  const unsigned width = width_of(name.type());
  const std::uint64_t field = field_mask(width);
  const bool extends = is_signed(name.type());
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const std::uint64_t position = in[1] & field;
    const std::uint64_t length = in[2] & field;
    const auto bit = [&](std::uint64_t k) { return k < width ? in[0] >> k & 1 : 0; };
    const std::uint64_t sign =
        !extends || length == 0 ? 0 : bit(std::min<std::uint64_t>(position + length - 1, width - 1));
    out[0] = 0;
    for (unsigned k = 0; k < width; ++k) {
      const bool inside = k < length && position + k < width;
      out[0] |= (inside ? bit(position + k) : sign) << k;
    }
    return true;
  };
}

Expectation insert_expectation(const Name& name) {
  const unsigned width = width_of(name.type());
  const std::uint64_t field = field_mask(width);
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const std::uint64_t position = in[2] & field;
    const std::uint64_t length = in[3] & field;
    out[0] = in[1];
    for (unsigned k = 0; k < length && position + k < width; ++k) {
      const std::uint64_t mask = std::uint64_t{1} << (position + k);
      out[0] = (in[0] >> k & 1) != 0 ? out[0] | mask : out[0] & ~mask;
    }
    return true;
  };
}

/// Which byte of {b, a} goes to byte `k` of the result, in one of prmt's special modes.
unsigned special_source(const Name& name, unsigned k, unsigned control) {
  if (name.has("f4e")) return control + k;
  if (name.has("b4e")) return (control + 8 - k) % 8;
  if (name.has("rc8")) return control;
  if (name.has("ecl")) return std::max(k, control);
  if (name.has("ecr")) return std::min(k, control);
  return (control & 1) * 2 + k % 2;  // rc16
}

Expectation permute_expectation(const Name& name) {
  const bool special = name.pieces.size() > 2;
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const std::uint64_t bytes = low_bits(in[1], 32) << 32 | low_bits(in[0], 32);
    out[0] = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const unsigned selector = static_cast<unsigned>(in[2] >> (4 * k) & 15);
      const unsigned source = special ? special_source(name, k, in[2] & 3) : selector & 7;
      std::uint64_t byte = bytes >> (8 * source) & 0xff;
      if (!special && (selector & 8) != 0) {
        byte = (byte & 0x80) != 0 ? 0xff : 0;
      }
      out[0] |= byte << (8 * k);
    }
    return true;
  };
}

}  // namespace

Expectation bit_expectation(const Name& name) {
  const std::string& operation = name.operation();
  if (operation == "shl" || operation == "shr") return shift_expectation(name);
  if (operation == "shf") return funnel_expectation(name);
  if (operation == "popc" || operation == "clz" || operation == "bfind") return count_expectation(name);
  if (operation == "bfe") return extract_expectation(name);
  if (operation == "bfi") return insert_expectation(name);
  if (operation == "prmt") return permute_expectation(name);
  if (operation == "brev") {
    const unsigned width = width_of(name.type());
    return [=](const std::uint64_t* in, std::uint64_t* out) {
      out[0] = 0;
      for (unsigned k = 0; k < width; ++k) {
        out[0] |= (in[0] >> k & 1) << (width - 1 - k);
      }
      return true;
    };
  }
  if (operation == "and" || operation == "or" || operation == "xor" || operation == "not" ||
      operation == "cnot") {
    return logic_expectation(name);
  }
  return {};
}

}  // namespace conformance

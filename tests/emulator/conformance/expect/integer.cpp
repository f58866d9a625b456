#include "expectation.hpp"

#include <algorithm>

namespace conformance {
namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

/// The operand as the type means it.
Wide value_of(std::uint64_t bits, std::string_view type) {
  const unsigned width = width_of(type);
  return is_signed(type) ? Wide{sign_extended(bits, width)} : Wide{low_bits(bits, width)};
}

std::uint64_t bits_of(Wide value, unsigned width) {
  return low_bits(static_cast<std::uint64_t>(static_cast<UnsignedWide>(value)), width);
}

Wide smallest(std::string_view type) {
  return is_signed(type) ? -(Wide{1} << (width_of(type) - 1)) : Wide{0};
}
Wide largest(std::string_view type) { return (Wide{1} << (width_of(type) - (is_signed(type) ? 1 : 0))) - 1; }
Wide clamp_to(Wide value, std::string_view type) { return std::clamp(value, smallest(type), largest(type)); }

/// The part of a product that the name asks for.
Wide part(const Name& name, Wide product, unsigned width) {
  if (name.has("wide")) {
    return product;
  }
  if (name.operation() == "mul24" || name.operation() == "mad24") {
    return name.has("hi") ? product >> 16 : product;
  }
  return name.has("hi") ? product >> width : product;
}

Wide factor(const Name& name, std::uint64_t bits, std::string_view type) {
  if (name.operation() == "mul24" || name.operation() == "mad24") {
    return is_signed(type) ? Wide{sign_extended(low_bits(bits, 24), 24)} : Wide{low_bits(bits, 24)};
  }
  return value_of(bits, type);
}

Expectation product_expectation(const Name& name) {
  const std::string type(name.type());
  const bool adds = name.operation().rfind("mad", 0) == 0;
  const bool carries = name.operation() == "madc" || name.has("cc");
  const bool takes_carry = name.operation() == "madc";
  const unsigned width = width_of(type) * (name.has("wide") ? 2 : 1);
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const Wide product = part(name, factor(name, in[0], type) * factor(name, in[1], type), width_of(type));
    if (!adds) {
      return out[0] = bits_of(product, width), true;
    }
    if (carries) {
      const UnsignedWide sum = UnsignedWide{bits_of(product, width)} + low_bits(in[2], width) +
                               (takes_carry && in[3] != 0 ? 1u : 0u);
      out[0] = low_bits(static_cast<std::uint64_t>(sum), width);
      out[1] = static_cast<std::uint64_t>(sum >> width) & 1;
      return true;
    }
    const Wide addend = name.has("wide") ? (is_signed(type) ? Wide{sign_extended(in[2], width)}
                                                            : Wide{low_bits(in[2], width)})
                                         : value_of(in[2], type);
    const Wide sum = product + addend;
    out[0] = bits_of(name.has("sat") ? clamp_to(sum, type) : sum, width);
    return true;
  };
}

Expectation carry_expectation(const Name& name) {
  const unsigned width = width_of(name.type());
  const bool subtracts = name.operation().rfind("sub", 0) == 0;
  const bool takes = name.operation().back() == 'c';
  // Whether the flag is looked at by the other of addc and subc: a carry is no borrow.
  const bool crossed = name.full.find("[then ") != std::string::npos;
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    const unsigned carry = takes && in[2] != 0 ? 1 : 0;
    if (subtracts) {
      // The flag that sub.cc leaves is a carry of a + ~b + 1: subc of zeros then gives 0 without a borrow, -1
      // with one.
      const Wide difference = Wide{low_bits(in[0], width)} - Wide{low_bits(in[1], width)} - carry;
      out[0] = bits_of(difference, width);
      out[1] = crossed ? difference >= 0 : difference < 0 ? 0xffffffff : 0;
      return true;
    }
    const Wide sum = Wide{low_bits(in[0], width)} + Wide{low_bits(in[1], width)} + carry;
    out[0] = bits_of(sum, width);
    out[1] = bits_of(sum >> width, 32);
    if (crossed) out[1] = out[1] != 0 ? 0 : 0xffffffff;
    return true;
  };
}

/// dp4a: four products of bytes; dp2a: two products of a's halves with b's low or high bytes.
Expectation dot_expectation(const Name& name) {
  const bool a_signed = is_signed(name.type(1));
  const bool b_signed = is_signed(name.type(0));
  const unsigned a_width = name.operation() == "dp4a" ? 8 : 16;
  const unsigned b_start = name.has("hi") ? 16 : 0;
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    Wide sum = a_signed || b_signed ? Wide{sign_extended(in[2], 32)} : Wide{low_bits(in[2], 32)};
    for (unsigned k = 0; k < 32 / a_width; ++k) {
      const std::uint64_t a = low_bits(in[0] >> (k * a_width), a_width);
      const std::uint64_t b = low_bits(in[1] >> (b_start + k * 8), 8);
      sum += (a_signed ? Wide{sign_extended(a, a_width)} : Wide{a}) *
             (b_signed ? Wide{sign_extended(b, 8)} : Wide{b});
    }
    return out[0] = bits_of(sum, 32), true;
  };
}

Wide apply(const std::string& operation, Wide a, Wide b) {
  if (operation == "add") return a + b;
  if (operation == "sub") return a - b;
  if (operation == "min") return std::min(a, b);
  if (operation == "max") return std::max(a, b);
  if (operation == "div") return a / b;
  return a % b;
}

Expectation pairwise_expectation(const Name& name) {
  const std::string type = name.type() == "s16x2" ? "s16" : "u16";
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    out[0] = 0;
    for (unsigned k = 0; k < 32; k += 16) {
      Wide result = apply(name.operation(), value_of(in[0] >> k, type), value_of(in[1] >> k, type));
      result = name.has("relu") ? std::max(result, Wide{0}) : result;
      out[0] |= bits_of(result, 16) << k;
    }
    return true;
  };
}

}  // namespace

Expectation integer_expectation(const Name& name) {
  const std::string& operation = name.operation();
  const std::string type(name.type());
  if (operation == "dp4a" || operation == "dp2a") {
    return dot_expectation(name);
  }
  if (operation.rfind("mul", 0) == 0 || operation.rfind("mad", 0) == 0) {
    return product_expectation(name);
  }
  if (name.has("cc") || operation == "addc" || operation == "subc") {
    return carry_expectation(name);
  }
  if (type.find("x2") != std::string::npos) {
    return pairwise_expectation(name);
  }
  const unsigned width = width_of(type);
  if (operation == "abs" || operation == "neg") {
    return [=](const std::uint64_t* in, std::uint64_t* out) {
      const Wide value = value_of(in[0], type);
      return out[0] = bits_of(operation == "neg" || value < 0 ? -value : value, width), true;
    };
  }
  if (operation == "sad") {
    return [=](const std::uint64_t* in, std::uint64_t* out) {
      const Wide difference = value_of(in[0], type) - value_of(in[1], type);
      return out[0] = bits_of(value_of(in[2], type) + (difference < 0 ? -difference : difference), width),
             true;
    };
  }
  const bool divides = operation == "div" || operation == "rem";
  return [=](const std::uint64_t* in, std::uint64_t* out) {
    // The kernels of div and rem replace a divisor of zero, whose result the ISA leaves open, by 7.
    const Wide b = divides && low_bits(in[1], width) == 0 ? Wide{7} : value_of(in[1], type);
    Wide result = apply(operation, value_of(in[0], type), b);
    result = name.has("sat") ? clamp_to(result, type) : name.has("relu") ? std::max(result, Wide{0}) : result;
    return out[0] = bits_of(result, width), true;
  };
}

}  // namespace conformance

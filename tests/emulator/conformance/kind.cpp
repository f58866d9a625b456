#include "kind.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace conformance {
namespace {

constexpr std::array<KindInfo, 14> table{{{"pred", 1, 1},
                                          {"i8", 1, 16},
                                          {"i16", 2, 16},
                                          {"i32", 4, 32},
                                          {"i64", 8, 64},
                                          {"f16", 2, 16},
                                          {"bf16", 2, 16},
                                          {"f16x2", 4, 32},
                                          {"bf16x2", 4, 32},
                                          {"f32", 4, 32},
                                          {"f64", 8, 64},
                                          {"count", 4, 32},
                                          {"field", 4, 32},
                                          {"wide", 16, 0}}};

}  // namespace

const KindInfo& info(Kind kind) { return table[static_cast<std::size_t>(kind)]; }

Kind kind_of(std::string_view type) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name.size() == type.size() && table[i].name[0] == type[0] && table[i].name == type) {
      return static_cast<Kind>(i);
    }
  }
  if (type.size() > 1 && (type[0] == 'u' || type[0] == 's' || type[0] == 'b')) {
    const std::string_view bits = type.substr(1);
    if (bits == "8") return Kind::i8;
    if (bits == "16") return Kind::i16;
    if (bits == "32" || bits == "16x2" || bits == "8x4") return Kind::i32;
    if (bits == "64") return Kind::i64;
  }
  if (type == "tf32") return Kind::i32;
  if (type == "e4m3x2" || type == "e5m2x2") return Kind::i16;
  throw std::invalid_argument("no operand kind for the type '" + std::string(type) + "'");
}

FloatLayout float_layout(Kind kind) {
  switch (kind) {
    case Kind::f16:
    case Kind::f16x2:
      return {5, 10};
    case Kind::bf16:
    case Kind::bf16x2:
      return {8, 7};
    case Kind::f32:
      return {8, 23};
    case Kind::f64:
      return {11, 52};
    default:
      return {0, 0};
  }
}

bool is_nan(std::uint64_t bits, FloatLayout layout) {
  const std::uint64_t mantissa = bits & ((std::uint64_t{1} << layout.mantissa_bits) - 1);
  const std::uint64_t all_ones = (std::uint64_t{1} << layout.exponent_bits) - 1;
  return ((bits >> layout.mantissa_bits) & all_ones) == all_ones && mantissa != 0;
}

unsigned elements(Kind kind) { return kind == Kind::f16x2 || kind == Kind::bf16x2 ? 2 : 1; }

}  // namespace conformance

#pragma once
/// What an operand of an instruction form holds: decides its storage, its register and the values it is fed.

#include <cstdint>
#include <string_view>
#include <vector>

namespace conformance {

enum class Kind : std::uint8_t {
  pred,    ///< a predicate; stored as a byte, 0 or 1
  i8,      ///< u8, s8, b8; lives in a 16-bit register
  i16,     ///< u16, s16, b16
  i32,     ///< u32, s32, b32
  i64,     ///< u64, s64, b64
  f16,     ///< IEEE binary16
  bf16,    ///< bfloat16
  f16x2,   ///< two binary16 in 32 bits
  bf16x2,  ///< two bfloat16 in 32 bits
  f32,     ///< IEEE binary32
  f64,     ///< IEEE binary64
  count,   ///< 32 bits, mostly a shift count: small values, the width and beyond
  field,   ///< 32 bits, mostly one byte: positions and lengths of bit fields
  wide,    ///< 16 bytes in memory; has an address, no register
};

struct KindInfo {
  std::string_view name;
  unsigned bytes;          ///< stored size of one element
  unsigned register_bits;  ///< 1: predicate; 0: memory only
};

const KindInfo& info(Kind kind);

/// The kind of a PTX type ("u32", "bf16x2") or of one of this file's own names ("count"). Throws
/// std::invalid_argument.
Kind kind_of(std::string_view type);

/// Floating-point layout of a kind's element; exponent_bits is 0 where the kind is no floating-point type.
struct FloatLayout {
  unsigned exponent_bits;
  unsigned mantissa_bits;
};
FloatLayout float_layout(Kind kind);
bool is_nan(std::uint64_t bits, FloatLayout layout);

/// Elements packed in one operand: 2 for f16x2 and bf16x2, else 1.
unsigned elements(Kind kind);

/// The kind's edge values, most telling first.
const std::vector<std::uint64_t>& edge_values(Kind kind);

}  // namespace conformance

#pragma once
/// Correctly rounded operations on the CPU's own double arithmetic, in any rounding mode.

#include "float_bits.hpp"

namespace conformance {

enum class Operation : std::uint8_t { add, subtract, multiply, fused, divide, square_root };

/// The operation on operands of `layout`, rounded once to `layout`. Unused operands are ignored. With
/// `flush_tiny`, a tiny result becomes a zero of its sign.
std::uint64_t rounded(Operation operation, const std::uint64_t* operands, FloatLayout layout,
                      Rounding rounding, bool flush_tiny = false);

}  // namespace conformance

#pragma once
/// The values that instruction forms are run on: the same bytes on every machine.

#include "kind.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace conformance {

/// Lanes whose answers share one digest in a record.
inline constexpr unsigned block_lanes = 1024;

/// One array of elements for each operand, all of `lanes` elements; lanes is a multiple of block_lanes.
struct Inputs {
  std::vector<Kind> kinds;
  unsigned lanes = 0;
  std::vector<std::vector<std::byte>> operands;

  /// The element of `operand` that `lane` reads, zero-extended; of a `wide` operand the low 8 bytes.
  std::uint64_t value(std::size_t operand, unsigned lane) const;
};

/// Blocks of edge values (all combinations, as many as fit) take turns with blocks of seeded random values. A
/// lone 8- or 16-bit operand is swept exhaustively.
Inputs make_inputs(std::span<const Kind> kinds);

/// Reads element `index` of an array of elements of `bytes` bytes (at most 8 of them), zero-extended.
std::uint64_t read_element(std::span<const std::byte> array, std::size_t index, unsigned bytes);

}  // namespace conformance

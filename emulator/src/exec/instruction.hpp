#pragma once
/// The decoded instruction and the operand encoding: what the decoder writes and the handlers read.
/// Included by the per-ISA translation units: plain data only, nothing with inline functions of the standard
/// library.

#include <cstdint>

namespace gpu_emulator {

using Mask = std::uint32_t;  ///< one bit a lane
constexpr unsigned warp_size = 32;
constexpr Mask all_lanes = ~Mask{0};

namespace exec {

struct Warp;
struct Instruction;
using Handler = void (*)(Warp&, const Instruction&, Mask);

/// Where an operand's 32-lane vector lies: a base and a byte offset from it.
enum class Base : std::uint32_t {
  frame = 0,     ///< the function's registers
  constant = 1,  ///< broadcast immediates of the module
  special = 2,   ///< %tid and its kin
};
using Reference = std::uint32_t;
constexpr Reference no_operand = ~Reference{0};
constexpr Reference make_reference(Base base, std::uint32_t offset) {
  return offset << 2 | std::uint32_t(base);
}

/// Guard encoding: 0 none; else offset of the predicate in the frame * 2 + negated + 2.
constexpr unsigned max_operands = 6;

struct Instruction {
  Handler handler = nullptr;
  std::int64_t immediate = 0;  ///< displacement, branch target, index of a call site, …
  Reference operands[max_operands] = {no_operand, no_operand, no_operand, no_operand, no_operand, no_operand};
  std::uint32_t guard = 0;
  std::uint32_t modifiers = 0;  ///< the form's choices, four bits a group
  std::uint32_t line = 0;       ///< of the PTX text
  std::uint16_t negated = 0;    ///< bit per operand: predicate written as !p
  std::uint8_t width0 = 0;  ///< bytes of the first register operand where a form leaves it open (ld, st, cvt)
  std::uint8_t width1 = 0;  ///< and of the second

  constexpr unsigned modifier(unsigned group) const { return modifiers >> (4 * group) & 15; }
};
static_assert(sizeof(Instruction) == 56 || sizeof(Instruction) == 64);

/// Register file layout: bytes a register of `width` bytes takes for 32 lanes. Width 0 is a predicate: one
/// mask.
constexpr std::uint32_t register_bytes(unsigned width) { return width == 0 ? 4 : width * warp_size; }

/// Offsets within the special area.
enum Special : std::uint32_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  gridid32,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  clusterid_x,
  clusterid_y,
  clusterid_z,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_ctarank,
  cluster_nctarank,
  envreg0,
  envreg1,
  envreg2,
  zero32,
  total_smem_size,
  dynamic_smem_size,
  dynamic_shared_base,
  dynamic_shared_base64,
  dynamic_shared_base64_high,
  reserved_begin,
  reserved_end,
  reserved_cap,
  reserved_0,
  reserved_1,
  special_count
};
constexpr Reference special_reference(Special which) {
  return make_reference(Base::special, which * 4 * warp_size);
}
/// Where results go that the text writes as `_`.
constexpr std::uint32_t scratch_offset = special_count * 4 * warp_size;
constexpr Reference scratch_reference = make_reference(Base::special, scratch_offset);
constexpr std::uint32_t special_bytes = scratch_offset + register_bytes(16);

}  // namespace exec
}  // namespace gpu_emulator

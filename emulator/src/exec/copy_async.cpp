/// cp.async without bulk: the copy happens at once, so that waiting for it is no work. A GPU may be later,
/// never earlier.

#define GPU_EMULATOR_ISA common
#define GPU_EMULATOR_WITHOUT_FORMS
#include "block.hpp"
#include "isa/access.hpp"

namespace gpu_emulator::exec {

namespace {

using namespace common;

template <unsigned size>
void copy(Warp& w, const Instruction& in, Mask m) {
  const u32* const wanted = in.operands[2] == no_operand ? nullptr : operand<u32>(w, in, 2);
  const u32* const displacement = operand<u32>(w, in, 3);
  const u32* const shared = in.operands[0] == no_operand ? nullptr : operand<u32>(w, in, 0);
  u64 to[warp_size], from[warp_size];
  addresses_of(w, in, m, 1, from);
  const unsigned leader = first_lane(m);
  Mask reads = 0;
  for (unsigned i = 0; i < warp_size; ++i) {
    const unsigned lane = m >> i & 1 ? i : leader;
    to[i] = (shared == nullptr ? 0 : shared[lane]) + displacement[lane];
    if ((m >> i & 1) != 0 && (wanted == nullptr || wanted[i] >= size)) reads |= 1u << i;
  }
  // Whole copies are checked together; shorter ones, whose rest is zeros, one by one.
  if (!translate<Where::shared>(w, in, m, to, size, true, false)) return;
  if (reads != 0) {
    u64 whole[warp_size];
    for (unsigned i = 0; i < warp_size; ++i) whole[i] = reads >> i & 1 ? from[i] : from[first_lane(reads)];
    if (!translate<Where::generic>(w, in, reads, whole, size, false, true)) return;
    each_lane(reads, [&](unsigned i) {
      __builtin_memcpy(reinterpret_cast<void*>(to[i]), reinterpret_cast<const void*>(whole[i]), size);
    });
  }
  each_lane(m & ~reads, [&](unsigned i) {
    __builtin_memset(reinterpret_cast<void*>(to[i]), 0, size);
    for (u32 k = 0; k < wanted[i]; ++k) {
      u64 single[warp_size];
      for (u64& address : single) address = from[i] + k;
      if (!translate<Where::generic>(w, in, 1u << i, single, 1, false, true)) return;
      __builtin_memcpy(reinterpret_cast<void*>(to[i] + k), reinterpret_cast<const void*>(single[i]), 1);
    }
  });
}

void copy_any(Warp& w, const Instruction& in, Mask m) {
  if (in.width0 == 4) return copy<4>(w, in, m);
  if (in.width0 == 8) return copy<8>(w, in, m);
  copy<16>(w, in, m);
}

constexpr Form forms[] = {
    {"cp.async{.ca|.cg}{.shared|.shared::cta}.global{|.L2::64B|.L2::128B|.L2::256B}", "*", copy_any,
     decode_copy_async},
    {"cp.async.commit_group", "", nothing, 0},
    {"cp.async.wait_group", "i", nothing, 0},
    {"cp.async.wait_all", "", nothing, 0},
};

}  // namespace

const FormList copy_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec

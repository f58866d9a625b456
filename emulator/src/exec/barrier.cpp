/// Barriers of a block, and fences.

#include "block.hpp"

#include <atomic>
#include <bit>

namespace gpu_emulator::exec {

namespace {

/// Threads that a barrier counts for a warp: a warp that arrived whole counts as 32, however many threads it
/// has.
unsigned counted(const Warp& warp, Mask arrived) {
  return arrived == (warp.existing & ~warp.exited) ? warp_size : unsigned(std::popcount(arrived));
}

void complete(Block& block, Barrier& barrier) {
  unsigned holds = 0, threads = 0;
  for (unsigned i = 0; i < block.warp_count; ++i) {
    holds += unsigned(std::popcount(barrier.predicates[i] & barrier.sync[i]));
    threads += unsigned(std::popcount(barrier.sync[i]));
  }
  for (unsigned i = 0; i < block.warp_count; ++i) {
    Warp& warp = block.warps[i];
    const Mask lanes = barrier.sync[i];
    if (lanes == 0) continue;
    const std::uint32_t common = warp.pcs[std::countr_zero(lanes)];
    std::uint32_t differs = 0;
    for (unsigned lane = 0; lane < warp_size; ++lane) differs |= warp.pcs[lane] ^ common;
    if (lanes == all_lanes && differs == 0 && warp.code[common].operands[0] == no_operand) {
      for (unsigned lane = 0; lane < warp_size; ++lane) ++warp.pcs[lane];
      warp.waiting_barrier = 0;
      warp.ready = lanes;
      warp.limit = 0;
      continue;
    }
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      const Instruction& in = warp.code[warp.pcs[lane]];
      if (in.operands[0] != no_operand &&
          in.operands[0] != scratch_reference) {  // bar.red; modifier 0: popc and or
        std::byte* const place = warp.frames[lane]->registers + (in.operands[0] >> 2);
        const bool result = in.modifier(0) == 1 ? holds == threads : holds != 0;
        if (in.modifier(0) == 0) {
          reinterpret_cast<std::uint32_t*>(place)[lane] = holds;
        } else {
          Mask& predicate_bits = *reinterpret_cast<Mask*>(place);
          predicate_bits = (predicate_bits & ~(Mask{1} << lane)) | Mask(result) << lane;
        }
      }
      ++warp.pcs[lane];
      if (warp.pcs[lane] < warp.limit) warp.limit = warp.pcs[lane];
    }
    warp.waiting_barrier &= ~lanes;
    warp.ready |= lanes;
  }
  barrier = Barrier{};
}

/// Of the lanes of one warp that wait at a barrier, all have to wait at the same instruction when it is the
/// aligned kind.
bool diverged(Block& block, const Barrier& barrier) {
  for (unsigned i = 0; i < block.warp_count; ++i) {
    Warp& warp = block.warps[i];
    std::uint32_t common = ~0u;
    for (Mask rest = barrier.sync[i]; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      const std::uint32_t pc = warp.pcs[lane];
      if (common == ~0u) common = pc;
      if (pc != common && warp.code[pc].modifier(1) == 0) {
        const unsigned other = unsigned(std::countr_zero(barrier.sync[i]));
        record_fault(
            warp, pc, lane, Fault::launch_failed,
            "divergent barrier: threads of one warp wait at different bar instructions",
            {thread_name(block, i, other) + " waits at PTX line " + std::to_string(warp.code[common].line) +
             ": " + block.launch->program->line_text(common)});
        return true;
      }
    }
  }
  return false;
}

void try_complete(Block& block, Barrier& barrier) {
  if (barrier.expected == 0)  // the last warps come last: look at them first
    for (unsigned i = block.warp_count; i-- > 0;)
      if ((block.warps[i].existing & ~block.warps[i].exited & ~barrier.arrived[i]) != 0) return;
  unsigned arrived = 0;
  bool all = true;
  const Warp* left = nullptr;
  for (unsigned i = 0; i < block.warp_count; ++i) {
    const Warp& warp = block.warps[i];
    const Mask alive = warp.existing & ~warp.exited;
    arrived += barrier.arrived[i] == 0 ? 0 : counted(warp, barrier.arrived[i]);
    all &= (barrier.arrived[i] & alive) == alive;
    if (warp.exited != 0 && left == nullptr) left = &warp;
  }
  if (barrier.expected != 0 ? arrived < barrier.expected : !all) return;
  if (diverged(block, barrier)) return;
  if (barrier.expected == 0 && left != nullptr && Settings::process().barrier_check) {
    for (unsigned i = 0; i < block.warp_count; ++i) {
      if (barrier.sync[i] == 0) continue;
      Warp& warp = block.warps[i];
      const unsigned lane = unsigned(std::countr_zero(barrier.sync[i]));
      unsigned gone = 0;
      for (unsigned k = 0; k < block.warp_count; ++k) gone += unsigned(std::popcount(block.warps[k].exited));
      const unsigned left_lane = unsigned(std::countr_zero(left->exited));
      record_fault(warp, warp.pcs[lane], lane, Fault::launch_failed,
                   "barrier that " + std::to_string(gone) + " of the block's " +
                       std::to_string(block.threads) + " threads never reach",
                   {"they have exited, " + thread_name(block, left->index, left_lane) + " among them",
                    "a GPU counts exited threads as arrived; GPU_EMULATOR_SYNCCHECK=0 does too"});
      return;
    }
  }
  complete(block, barrier);
}

enum class Arrival { sync, arrive, reduce };

void arrive(Warp& warp, const Instruction& in, Mask lanes, Arrival how) {
  Block& block = *warp.block;
  const std::uint32_t* const number = operand<std::uint32_t>(warp, in, 1);
  const std::uint32_t* const threads =
      in.operands[2] == no_operand ? nullptr : operand<std::uint32_t>(warp, in, 2);
  const Mask predicates = how == Arrival::reduce ? predicate(warp, in, 3) : 0;
  const std::uint32_t pc = pc_of(warp, in);
  if (how != Arrival::arrive) {
    // Lanes that a guard keeps away go on.
    for (unsigned lane = 0; lane < warp_size; ++lane)
      warp.pcs[lane] = lanes >> lane & 1 ? pc : warp.mask >> lane & 1 ? warp.pc : warp.pcs[lane];
    warp.ready &= ~lanes;
    warp.mask &= ~lanes;
    warp.waiting_barrier |= lanes;
    if (warp.mask == 0) warp.limit = 0;
  }
  Mask left = lanes;
  while (left != 0) {
    const unsigned leader = unsigned(std::countr_zero(left));
    Mask group = 0;
    for (unsigned lane = 0; lane < warp_size; ++lane) group |= Mask(number[lane] == number[leader]) << lane;
    group &= left;
    left &= ~group;
    if (number[leader] >= barriers_of_block)
      return record_fault(
          warp, pc, leader, Fault::launch_failed,
          "barrier " + std::to_string(number[leader]) + " does not exist: a block has 0 to 15");
    Barrier& barrier = block.barriers[number[leader]];
    const std::uint32_t expected = threads == nullptr ? 0 : threads[leader];
    if (threads != nullptr && (expected == 0 || expected % warp_size != 0))
      return record_fault(
          warp, pc, leader, Fault::launch_failed,
          "barrier for " + std::to_string(expected) + " threads: the count has to be a multiple of 32");
    if (barrier.in_use && barrier.expected != expected)
      return record_fault(warp, pc, leader, Fault::launch_failed,
                          "barrier " + std::to_string(number[leader]) + " is used with a count of " +
                              std::to_string(expected) + " threads by some and " +
                              std::to_string(barrier.expected) + " by others");
    barrier.in_use = true;
    barrier.expected = expected;
    barrier.arrived[warp.index] |= group;
    if (how != Arrival::arrive) barrier.sync[warp.index] |= group;
    barrier.predicates[warp.index] |= predicates & group;
    try_complete(block, barrier);
    if (block.fault.kind != Fault::none) return;
  }
  // Released at once: run on without a turn through the scheduler.
  if (how != Arrival::arrive && warp.mask == 0 && warp.ready != 0 && warp.slice > 0) pick_group(warp);
}

void bar_sync(Warp& warp, const Instruction& in, Mask lanes) { arrive(warp, in, lanes, Arrival::sync); }
void bar_arrive(Warp& warp, const Instruction& in, Mask lanes) { arrive(warp, in, lanes, Arrival::arrive); }
void bar_red(Warp& warp, const Instruction& in, Mask lanes) { arrive(warp, in, lanes, Arrival::reduce); }

void fence(Warp&, const Instruction&, Mask) { std::atomic_thread_fence(std::memory_order_seq_cst); }

// Group 1 (after the reduction's operation in group 0): empty, first: the aligned kind.
constexpr Form forms[] = {
    {"bar{|.cta}{|!}.sync", "*", bar_sync, decode_bar},
    {"barrier{|.cta}{!|}.sync", "*", bar_sync, decode_bar},
    {"barrier{|.cta}{|!}.sync.aligned", "*", bar_sync, decode_bar},
    {"bar{|.cta}.arrive", "*", bar_arrive, decode_bar},
    {"barrier{|.cta}.arrive{|.aligned}", "*", bar_arrive, decode_bar},
    {"bar.red{.popc}{|!}.u32", "*", bar_red, decode_bar},
    {"bar.red{!|.and|.or}{|!}.pred", "*", bar_red, decode_bar},
    {"bar.cta.red{.popc}{|!}.u32", "*", bar_red, decode_bar},
    {"bar.cta.red{!|.and|.or}{|!}.pred", "*", bar_red, decode_bar},
    {"barrier.red{.popc}{!|}.u32", "*", bar_red, decode_bar},
    {"barrier.red{!|.and|.or}{!|}.pred", "*", bar_red, decode_bar},
    {"barrier.cta.red{.popc}{!|}.u32", "*", bar_red, decode_bar},
    {"barrier.cta.red{!|.and|.or}{!|}.pred", "*", bar_red, decode_bar},
    {"barrier.red{.popc}{|!}.aligned.u32", "*", bar_red, decode_bar},
    {"barrier.red{!|.and|.or}{|!}.aligned.pred", "*", bar_red, decode_bar},
    {"barrier.cta.red{.popc}{|!}.aligned.u32", "*", bar_red, decode_bar},
    {"barrier.cta.red{!|.and|.or}{|!}.aligned.pred", "*", bar_red, decode_bar},
    {"membar{.cta|.gl|.sys}", "", fence, 0},
    {"fence{|.sc|.acq_rel|.acquire|.release}{.cta|.gpu|.sys|.cluster}", "", fence, 0},
    {"fence.mbarrier_init.release.cluster", "", fence, 0},
    {"fence.proxy{.alias|.async|.async.global|.async.shared::cta}", "", fence, 0},
};

}  // namespace

void check_barriers(Block& block) {
  for (Barrier& barrier : block.barriers)
    if (barrier.in_use && block.fault.kind == Fault::none) {
      bool waits = false;
      for (unsigned i = 0; i < block.warp_count; ++i) waits |= barrier.sync[i] != 0;
      if (waits) try_complete(block, barrier);
    }
}

const FormList barrier_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec

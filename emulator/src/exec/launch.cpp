/// A launch: its blocks over the worker threads.

#include "launch.hpp"

#include "block.hpp"
#include "pool.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <deque>
#include <utility>

namespace gpu_emulator {

namespace exec {

namespace {

/// Instructions a block runs before a worker looks whether others should have a turn. Blocks seldom wait for
/// each other; a cooperative launch does by design.
constexpr std::uint64_t patience = 20'000'000, patience_cooperative = 200'000;
/// Blocks that a worker keeps resident beside one that does not end, for launches whose blocks wait for each
/// other: these, or as many more as this memory holds.
constexpr std::size_t most_resident = 64, most_resident_bytes = std::size_t{64} << 20;

/// Memory of a resident block, about.
std::size_t block_bytes(const LaunchState& state) {
  const Launch& launch = *state.launch;
  const std::size_t warps = (launch.block[0] * launch.block[1] * launch.block[2] + warp_size - 1) / warp_size;
  return sizeof(Block) + 2 * state.shared_bytes +
         warps * (sizeof(Warp) + special_bytes + state.function->register_bytes +
                  warp_size * (state.function->parameter_stride + state.local_stride));
}

__extension__ typedef unsigned __int128 Wide;

std::uint64_t block_at(const LaunchState& state, std::uint64_t position) {
  const std::uint64_t seed = Settings::process().seed;
  if (seed == 0 || state.blocks < 2) return position;
  // An affine walk through all blocks: a permutation, because the step has no common factor with their
  // number.
  std::uint64_t step = (seed * 0x9e3779b97f4a7c15ull >> 20) % state.blocks | 1;
  const auto common = [](std::uint64_t a, std::uint64_t b) {
    while (b != 0) a = std::exchange(b, a % b);
    return a;
  };
  while (common(step, state.blocks) != 1) step += 2;
  return std::uint64_t((static_cast<Wide>(position) * step + seed % state.blocks) % state.blocks);
}

class BlockRunner {
 public:
  BlockRunner(LaunchState& state, unsigned index) : state_(state) {
    worker_.launch = &state;
    worker_.index = index;
  }

  void run() {
    const bool cooperative = state_.launch->cooperative;
    const std::uint64_t budget = cooperative ? patience_cooperative : patience;
    bool more = true;
    while (true) {
      const std::size_t limit = std::max(most_resident, most_resident_bytes / block_bytes(state_));
      const std::size_t wanted =
          cooperative ? ~std::size_t{0} : std::min(limit, unfinished_ + std::max(stuck_, std::size_t{1}));
      while (more && resident_.size() < wanted) more = take();
      if (resident_.empty()) break;
      unfinished_ = stuck_ = 0;
      const bool alone = !more && resident_.size() == 1;
      for (auto at = resident_.begin(); at != resident_.end();) {
        Block& block = **at;
        // A fault in an earlier block makes this one's outcome moot.
        const Progress progress = block.linear > state_.first_fault.load(std::memory_order_relaxed)
                                      ? Progress::finished
                                      : run_block(block, budget, alone);
        if (progress == Progress::unfinished) {
          ++unfinished_;
          stuck_ += is_stuck(block);
          ++at;
          continue;
        }
        finish(block, progress);
        spare_.push_back(std::move(*at));
        at = resident_.erase(at);
      }
    }
  }

  std::uint64_t warp_instructions = 0, lane_instructions = 0;

 private:
  bool take() {
    for (;;) {
      const std::uint64_t position = state_.next_block.fetch_add(1, std::memory_order_relaxed);
      if (position >= state_.blocks) return false;
      const std::uint64_t linear = block_at(state_, position);
      if (linear > state_.first_fault.load(std::memory_order_relaxed)) continue;
      std::unique_ptr<Block> block;
      if (spare_.empty()) {
        block = std::make_unique<Block>();
      } else {
        block = std::move(spare_.back());
        spare_.pop_back();
      }
      start_block(*block, state_, worker_, linear);
      resident_.push_back(std::move(block));
      return true;
    }
  }

  void finish(Block& block, Progress progress) {
    for (unsigned i = 0; i < block.warp_count; ++i) {
      warp_instructions += block.warps[i].warp_instructions;
      lane_instructions += block.warps[i].lane_instructions;
    }
    if (block.output.empty() && progress != Progress::faulted) return;
    const std::lock_guard lock(state_.mutex);
    if (!block.output.empty()) state_.outputs.emplace_back(block.linear, std::move(block.output));
    if (progress == Progress::faulted && block.linear < state_.first_fault.load(std::memory_order_relaxed)) {
      state_.first_fault.store(block.linear, std::memory_order_relaxed);
      state_.outcome.fault = block.fault.kind;
      state_.outcome.report = compose_report(block);
    }
  }

  LaunchState& state_;
  Worker worker_;
  std::deque<std::unique_ptr<Block>> resident_;
  std::vector<std::unique_ptr<Block>> spare_;
  std::size_t unfinished_ = 0, stuck_ = 0;  ///< of the resident blocks, after their last turn
};

}  // namespace

}  // namespace exec

Outcome run(const Launch& launch) {
  using namespace exec;
  LaunchState state;
  const ptx::Program& program = launch.module->program();
  state.launch = &launch;
  state.program = &program;
  state.entry = &program.entries[launch.entry];
  state.function = &program.functions[std::size_t(program.entry_function[launch.entry])];
  state.parameters.assign(launch.parameters.begin(), launch.parameters.end());
  state.parameters.resize(
      std::max<std::size_t>((state.entry->parameter_bytes + 15) / 16 * 16, state.parameters.size()));
  state.blocks = std::uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  state.dynamic_base = program.entry_shared_end[launch.entry];
  state.shared_bytes = state.dynamic_base + launch.dynamic_shared;
  if (state.function->uses_reserved_shared) {
    state.reserved_base = (state.shared_bytes + 127) / 128 * 128;
    state.shared_bytes = state.reserved_base + reserved_shared_bytes;
  }
  state.local_stride = state.function->unbounded_stack
                           ? std::max(launch.local_limit, state.function->local_total)
                           : state.function->local_total;
  state.local_stride = (state.local_stride + 15) / 16 * 16;
  if (launch.cooperative) state.grid_workspace = std::make_unique<std::uint64_t[]>(8);

  // The cooperative groups' workspace is memory like any other to the kernel's accesses.
  const Address workspace = reinterpret_cast<Address>(state.grid_workspace.get());
  if (workspace != 0)
    MemoryTable::process().adopt(workspace, 8 * sizeof(std::uint64_t), MemoryKind::managed, "grid barrier");

  // Atomics whose outcome depends on the order of blocks keep to one worker: the same output on any number of
  // threads.
  const unsigned threads = state.function->uses_order
                               ? 1
                               : unsigned(std::min<std::uint64_t>(Settings::process().threads, state.blocks));
  state.workers = threads;
  std::mutex counts;
  ThreadPool::process().run(threads, [&](unsigned index) {
    BlockRunner runner(state, index);
    runner.run();
    const std::lock_guard lock(counts);
    state.outcome.warp_instructions += runner.warp_instructions;
    state.outcome.lane_instructions += runner.lane_instructions;
  });
  if (workspace != 0) MemoryTable::process().free(workspace);

  if (!state.outputs.empty()) {
    std::sort(state.outputs.begin(), state.outputs.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text;
    const std::uint64_t last = state.first_fault.load();
    for (const auto& [linear, output] : state.outputs)
      if (linear <= last) text += output;
    if (launch.print) {
      launch.print(text);
    } else {
      std::fwrite(text.data(), 1, text.size(), stdout);
      std::fflush(stdout);
    }
  }
  return std::move(state.outcome);
}

}  // namespace gpu_emulator

/// Which lanes of a warp run, and which warps of a block.

#include "block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace gpu_emulator::exec {

namespace {
/// Backward branches before the other groups and warps get their turn: what bounds the wait of a spinning
/// thread for another.
constexpr std::int32_t slice_length = 4096;
/// Of a block that seems to wait for another one.
constexpr std::int32_t short_slice = 256;
/// Turns in a row, in which no warp did anything but use up its slice, that make a block seem so.
constexpr unsigned idle_patience = 8;
}  // namespace

AlignedBytes aligned_bytes(std::size_t size) {
  void* memory = std::aligned_alloc(64, std::max<std::size_t>((size + 63) / 64 * 64, 64));
  if (memory == nullptr) throw std::bad_alloc();
  return AlignedBytes(static_cast<std::byte*>(memory));
}

Worker::~Worker() {
  for (auto& [size, spares] : spare_frames)
    for (std::byte* memory : spares) std::free(memory);
}

Block::~Block() {
  if (local != nullptr) munmap(local, local_bytes);
}

bool Block::done() const {
  for (unsigned i = 0; i < warp_count; ++i)
    if (warps[i].exited != warps[i].existing) return false;
  return true;
}

void enter_frame(Warp& warp, CallFrame* frame) {
  warp.frame = frame;
  warp.bases[0] = frame->registers;
  warp.local_base = frame->local_base;
  warp.call_parameters = frame->call_parameters;
  warp.call_parameter_stride = frame->function->parameter_stride;
}

/// Chooses the group that runs next: of the lanes deepest in calls those of the lowest pc, so that lanes that
/// parted meet again where their ways join.
void pick_group(Warp& warp) {
  if (warp.ready == 0) {
    warp.mask = 0;
    warp.limit = 0;
    return;
  }
  const unsigned leader = unsigned(std::countr_zero(warp.ready));
  CallFrame* frame = warp.frames[leader];
  const std::uint32_t pc = warp.pcs[leader];
  std::uint64_t differs = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint64_t counts = 0 - std::uint64_t(warp.ready >> lane & 1);
    differs |= counts & ((warp.pcs[lane] ^ pc) | (reinterpret_cast<std::uintptr_t>(warp.frames[lane]) ^
                                                  reinterpret_cast<std::uintptr_t>(frame)));
  }
  if (differs == 0) {
    warp.mask = warp.ready;
    warp.pc = pc;
    warp.limit = ~0u;
    return enter_frame(warp, frame);
  }
  for (Mask rest = warp.ready; rest != 0; rest &= rest - 1) {
    CallFrame* const other = warp.frames[std::countr_zero(rest)];
    if (other->depth > frame->depth) frame = other;
  }
  std::uint32_t lowest = ~0u;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const bool counts = (warp.ready >> lane & 1) != 0 && warp.frames[lane] == frame;
    lowest = counts && warp.pcs[lane] < lowest ? warp.pcs[lane] : lowest;
  }
  Mask group = 0;
  std::uint32_t limit = ~0u;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if ((warp.ready >> lane & 1) == 0 || warp.frames[lane] != frame) continue;
    if (warp.pcs[lane] == lowest)
      group |= Mask{1} << lane;
    else
      limit = std::min(limit, warp.pcs[lane]);
  }
  warp.mask = group;
  warp.pc = lowest;
  warp.limit = limit;
  enter_frame(warp, frame);
}

namespace {

void save_group(Warp& warp) {
  for (unsigned lane = 0; lane < warp_size; ++lane)
    warp.pcs[lane] = warp.mask >> lane & 1 ? warp.pc : warp.pcs[lane];
}

/// After a slice: the group after the one that had it, in order of depth and pc, so that no group waits for
/// ever.
void rotate_group(Warp& warp) {
  const Mask before = warp.mask;
  save_group(warp);
  const Mask others = warp.ready & ~before;
  if (others == 0) return pick_group(warp);
  const unsigned last = unsigned(std::countr_zero(before));
  // The next lane upwards that is not of the group, with all lanes at its place.
  const Mask above = last < 31 ? others & (~Mask{0} << (last + 1)) : 0;
  const unsigned leader = unsigned(std::countr_zero(above != 0 ? above : others));
  Mask group = 0;
  std::uint32_t limit = ~0u;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if ((warp.ready >> lane & 1) == 0 || warp.frames[lane] != warp.frames[leader]) continue;
    if (warp.pcs[lane] == warp.pcs[leader])
      group |= Mask{1} << lane;
    else if (warp.pcs[lane] > warp.pcs[leader])
      limit = std::min(limit, warp.pcs[lane]);
  }
  warp.mask = group;
  warp.pc = warp.pcs[leader];
  warp.limit = limit;
  enter_frame(warp, warp.frames[leader]);
}

}  // namespace

bool reschedule(Warp& warp) {
  if (warp.event == Event::fault) return false;
  if (warp.slice <= 0 || warp.event == Event::yield || warp.event == Event::unwritten) return false;
  save_group(warp);
  if (warp.ready == 0) return false;
  pick_group(warp);
  return true;
}

void branch_divergent(Warp& warp, Mask taken, std::uint32_t target, std::uint32_t next) {
  for (Mask rest = warp.mask; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    warp.pcs[lane] = taken >> lane & 1 ? target : next;
  }
  pick_group(warp);
}

void exit_lanes(Warp& warp, Mask lanes) {
  warp.exited |= lanes;
  warp.ready &= ~lanes;
  warp.mask &= ~lanes;
  // Lanes that waited for these at a meeting point try again: it may be complete now.
  if (warp.waiting_sync != 0) {
    save_group(warp);
    warp.ready |= warp.waiting_sync;
    warp.waiting_sync = 0;
    pick_group(warp);
  } else if (warp.mask == 0) {
    warp.limit = 0;
  }
  check_barriers(*warp.block);
}

void start_block(Block& block, LaunchState& state, Worker& worker, std::uint64_t linear) {
  const Launch& launch = *state.launch;
  block.launch = &state;
  block.worker = &worker;
  block.linear = linear;
  block.index = {std::uint32_t(linear % launch.grid[0]),
                 std::uint32_t(linear / launch.grid[0] % launch.grid[1]),
                 std::uint32_t(linear / launch.grid[0] / launch.grid[1])};
  block.fault = {};
  block.faulting_warp = nullptr;
  block.output.clear();
  block.barriers.fill({});
  block.spin.reset();
  block.idle_turns = 0;
  const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
  const unsigned warps = (threads + warp_size - 1) / warp_size;
  const std::size_t frame_bytes = state.function->register_bytes;
  const std::size_t parameter_bytes = std::size_t(state.function->parameter_stride) * warp_size;
  const bool fresh = block.warps == nullptr;
  if (fresh) {
    block.threads = threads;
    block.warp_count = warps;
    block.warps = std::make_unique<Warp[]>(warps);
    block.registers = aligned_bytes((frame_bytes + parameter_bytes) * warps);
    block.specials = aligned_bytes(std::size_t(special_bytes) * warps);
    block.shared = aligned_bytes(state.shared_bytes);
    if (MemoryTable::process().tracks_initialised()) block.shared_initialised.resize(state.shared_bytes);
    block.roots.resize(warps);
    block.unwritten.resize(warps);
    block.local_bytes = state.local_stride * warp_size * warps;
    if (block.local_bytes != 0) {
      void* memory = mmap(nullptr, block.local_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) throw std::bad_alloc();
      block.local = static_cast<std::byte*>(memory);
    }
  }
  std::memset(block.registers.get(), 0, (frame_bytes + parameter_bytes) * warps);
  if (state.shared_bytes != 0) std::memset(block.shared.get(), 0, state.shared_bytes);
  std::fill(block.shared_initialised.begin(), block.shared_initialised.end(), std::uint8_t{0});
  block.shared_missing = state.reserved_base != 0 ? state.reserved_base : state.shared_bytes;
  if (state.reserved_base != 0 && !block.shared_initialised.empty())
    std::fill(block.shared_initialised.begin() + std::ptrdiff_t(state.reserved_base),
              block.shared_initialised.end(), std::uint8_t{1});

  const std::uint64_t workspace = reinterpret_cast<std::uint64_t>(state.grid_workspace.get());
  for (unsigned index = 0; index < warps; ++index) {
    Warp& warp = block.warps[index];
    std::byte* const special = block.specials.get() + std::size_t(special_bytes) * index;
    const auto fill = [special](Special which, std::uint32_t value) {
      std::uint32_t* place = reinterpret_cast<std::uint32_t*>(special) + which * warp_size;
      std::fill(place, place + warp_size, value);
    };
    if (fresh) {
      warp = Warp{};
      warp.block = &block;
      warp.index = index;
      warp.code = state.program->code.data();
      warp.bases[1] = state.program->constants;
      warp.bases[2] = special;
      warp.shared = block.shared.get();
      warp.shared_initialised = block.shared_initialised.empty() ? nullptr : block.shared_initialised.data();
      warp.shared_missing = &block.shared_missing;
      warp.shared_size = state.shared_bytes;
      warp.local = block.local == nullptr ? nullptr : block.local + state.local_stride * warp_size * index;
      warp.local_stride = state.local_stride;
      warp.parameters = state.parameters.data();
      warp.parameter_size = state.parameters.size();
      warp.generation = reinterpret_cast<const std::uint64_t*>(&MemoryTable::process().generation_counter());
      const unsigned here = std::min(warp_size, threads - index * warp_size);
      warp.existing = here == warp_size ? all_lanes : (Mask{1} << here) - 1;
      std::memset(special, 0, special_bytes);
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        std::uint32_t* const value = reinterpret_cast<std::uint32_t*>(special) + lane;
        const unsigned thread = index * warp_size + lane;
        value[tid_x * warp_size] = thread % launch.block[0];
        value[tid_y * warp_size] = thread / launch.block[0] % launch.block[1];
        value[tid_z * warp_size] = thread / launch.block[0] / launch.block[1];
        value[laneid * warp_size] = lane;
        value[lanemask_eq * warp_size] = 1u << lane;
        value[lanemask_lt * warp_size] = (1u << lane) - 1;
        value[lanemask_le * warp_size] = (2u << lane) - 1;
        value[lanemask_ge * warp_size] = ~((1u << lane) - 1);
        value[lanemask_gt * warp_size] = ~((2u << lane) - 1);
      }
      for (unsigned k = 0; k < 3; ++k) {
        fill(Special(ntid_x + k), launch.block[k]);
        fill(Special(nctaid_x + k), launch.grid[k]);
        fill(Special(nclusterid_x + k), launch.grid[k] / std::max(1u, launch.cluster[k]));
        fill(Special(cluster_nctaid_x + k), launch.cluster[k]);
      }
      fill(warpid, index);
      fill(nwarpid, warps);
      fill(nsmid, launch.multiprocessors != 0 ? launch.multiprocessors : state.workers);
      fill(gridid32, std::uint32_t(launch.grid_id));
      fill(cluster_nctarank, launch.cluster[0] * launch.cluster[1] * launch.cluster[2]);
      fill(envreg1, std::uint32_t(workspace >> 32));
      fill(envreg2, std::uint32_t(workspace));
      fill(total_smem_size, std::uint32_t(state.shared_bytes));
      fill(dynamic_smem_size, std::uint32_t(launch.dynamic_shared));
      fill(dynamic_shared_base, std::uint32_t(state.dynamic_base));
      fill(reserved_begin, std::uint32_t(state.reserved_base));
      fill(reserved_end, std::uint32_t(state.reserved_base + reserved_shared_bytes));
      fill(reserved_cap, std::uint32_t(reserved_shared_bytes));
      fill(reserved_0, std::uint32_t(state.reserved_base));
      fill(reserved_1, std::uint32_t(state.reserved_base + reserved_shared_bytes / 2));
      std::uint64_t* const wide_base =
          reinterpret_cast<std::uint64_t*>(special + std::size_t(dynamic_shared_base64) * 4 * warp_size);
      std::fill(wide_base, wide_base + warp_size, std::uint64_t(state.dynamic_base));
    }
    std::array<std::uint32_t, 3> in_cluster{};
    for (unsigned k = 0; k < 3; ++k) {
      fill(Special(ctaid_x + k), block.index[k]);
      fill(Special(clusterid_x + k), block.index[k] / std::max(1u, launch.cluster[k]));
      in_cluster[k] = block.index[k] % std::max(1u, launch.cluster[k]);
      fill(Special(cluster_ctaid_x + k), in_cluster[k]);
    }
    fill(cluster_ctarank,
         in_cluster[0] + launch.cluster[0] * (in_cluster[1] + launch.cluster[1] * in_cluster[2]));
    fill(smid, std::uint32_t(linear % std::max(1u, launch.multiprocessors)));

    CallFrame& root = block.roots[index];
    root = CallFrame{};
    root.function = state.function;
    root.lanes = warp.existing;
    root.registers = block.registers.get() + (frame_bytes + parameter_bytes) * index;
    root.call_parameters = root.registers + frame_bytes;
    warp.worker = &worker;
    warp.ready = warp.existing;
    warp.exited = 0;
    warp.waiting_sync = warp.waiting_barrier = 0;
    warp.carry = 0;
    warp.event = Event::none;
    warp.unwritten = nullptr;
    warp.warp_instructions = warp.lane_instructions = 0;
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      warp.pcs[lane] = state.function->first_pc;
      warp.frames[lane] = &root;
    }
    pick_group(warp);
  }
}

namespace {
/// In the plain loop, or in one of those that follow what instructions do.
void run_warp(const FormTable& table, Warp& warp) {
  for (;;) {
    SpinWatch& spin = warp.block->spin;
    if (warp.unwritten != nullptr) {
      spin.stop();
      run_unwritten(warp);
    } else if (spin.turns_left == 0 || run_watched(warp)) {
      table.run(warp);
    }
    if (warp.event != Event::unwritten) return;
    warp.event = Event::none;
    save_group(warp);
    if (warp.ready == 0 || warp.slice <= 0) return;
    pick_group(warp);
  }
}
}  // namespace

bool is_stuck(const Block& block) { return block.idle_turns >= idle_patience; }

Progress run_block(Block& block, std::uint64_t budget, bool alone) {
  const FormTable& table = form_table();
  const std::uint64_t limit = Settings::process().budget;
  const std::uint64_t seed = Settings::process().seed;
  std::uint64_t used = 0;
  unsigned turn = 0;
  for (;;) {
    bool progress = false, alive = false, idle = true;
    const unsigned first =
        seed == 0 ? 0
                  : unsigned((seed * 0x9e3779b97f4a7c15ull + block.linear * 31 + turn * 17) >> 33) %
                        block.warp_count;
    const bool backwards = seed != 0 && ((seed >> 3) + block.linear + turn) % 2 != 0;
    ++turn;
    for (unsigned k = 0; k < block.warp_count; ++k) {
      const unsigned step = backwards ? block.warp_count - 1 - k : k;
      Warp& warp = block.warps[(first + step) % block.warp_count];
      if (warp.exited != warp.existing) alive = true;
      if (warp.ready == 0) continue;
      progress = true;
      const std::uint64_t before = warp.warp_instructions;
      if (warp.mask == 0) pick_group(warp);
      warp.slice = is_stuck(block) ? short_slice : slice_length;
      warp.event = Event::none;
      if (warp.limit == 0) {
        save_group(warp);
        pick_group(warp);
      }
      run_warp(table, warp);
      used += warp.warp_instructions - before;
      if (block.fault.kind != Fault::none) return Progress::faulted;
      if (limit != 0 && warp.warp_instructions > limit) {
        record_fault(
            warp, warp.pc, warp.mask != 0 ? unsigned(std::countr_zero(warp.mask)) : 0, Fault::timeout,
            "a warp has executed " + std::to_string(warp.warp_instructions) +
                " instructions, more than the budget of " + std::to_string(limit) + " (GPU_EMULATOR_BUDGET)");
        return Progress::faulted;
      }
      if (warp.ready != 0 && (warp.slice <= 0 || warp.event == Event::yield))
        rotate_group(warp);
      else
        idle = false;
    }
    if (block.fault.kind != Fault::none) return Progress::faulted;
    if (!alive) return Progress::finished;
    if (!progress) {
      if (block.done()) return Progress::finished;
      report_deadlock(block, false);
      return Progress::faulted;
    }
    if (spins_for_ever(block, idle)) {
      report_deadlock(block, true);
      return Progress::faulted;
    }
    block.idle_turns = idle && !alone ? block.idle_turns + 1 : 0;
    if ((used > budget || is_stuck(block)) && !block.done()) return Progress::unfinished;
  }
}

}  // namespace gpu_emulator::exec

/// Waits in a loop that no thread of the block can end. See SpinWatch.

#include "block.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>

namespace gpu_emulator::exec {

namespace {

/// Turns in a row in which every warp only used up its time, before the first look; four times as many before
/// each further one.
constexpr std::uint32_t first_look = 256;
constexpr std::uint32_t no_place = ~std::uint32_t{0};
/// Local memory of a block that is compared; more is not looked at.
constexpr std::size_t most_local_bytes = std::size_t{16} << 20;

enum class Use : std::uint8_t {
  own,      ///< of registers, parameters and local memory
  shared,   ///< reads shared memory
  generic,  ///< reads what its address says
  outside,  ///< writes, or reads what others than this block can change
};

struct Access {
  Use use = Use::outside;
  std::uint8_t address = 0;  ///< the operand
};

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> heads) {
  return std::ranges::any_of(heads, [&](std::string_view head) { return text.starts_with(head); });
}

Access access_of(const Form& form) {
  const std::string_view pattern = form.pattern, base = pattern.substr(0, pattern.find_first_of(".{"));
  if (starts_with_any(pattern, {"#mov.clock", "#mov.globaltimer", "#call.builtin"})) return {};
  if (pattern[0] == '#') return {Use::own};
  if (starts_with_any(pattern, {"mbarrier.test_wait", "mbarrier.try_wait"})) return {Use::shared};
  const bool memory = form.decode == decode_memory_global || form.decode == decode_memory_shared ||
                      form.decode == decode_memory_local || base == "atom" || base == "red" || base == "cp";
  if (base == "ld" || base == "ldu") {
    const std::string_view signature = form.signature;
    const std::uint8_t address =
        signature[0] >= '2' && signature[0] <= '8' ? std::uint8_t(signature[0] - '0') : 1;
    if (form.decode == decode_memory_shared) return {Use::shared};
    if (form.decode == decode_memory_local || pattern.find(".const") != pattern.npos) return {Use::own};
    if (base == "ld" && pattern.find(".global") == pattern.npos) return {Use::generic, address};
    return {};
  }
  if (base == "st") return {form.decode == decode_memory_local ? Use::own : Use::outside};
  const bool barrier = (base == "bar" || base == "barrier") && !pattern.starts_with("bar.warp");
  const bool ends = base == "trap" || base == "brkpt" || base == "exit";
  return {memory || barrier || ends ? Use::outside : Use::own};
}

Access access_of(Handler handler) {
  static const auto& known = *[] {
    auto* const table = new std::unordered_map<Handler, Access>;
    const FormTable& forms = form_table();
    for (unsigned i = 0; i < forms.count; ++i) {
      const Access access = access_of(forms.forms[i]);
      const auto [entry, fresh] = table->emplace(forms.forms[i].handler, access);
      if (!fresh && entry->second.use != access.use) entry->second = {};
    }
    return table;
  }();
  const auto found = known.find(handler);
  return found == known.end() ? Access{} : found->second;
}

/// Whether the instruction stays within the block's own state and writes no shared memory; notes what the
/// lanes wait for.
bool stays_inside(Warp& warp, const Instruction& in, Mask lanes, std::uint32_t* places) {
  Access access = access_of(in.handler);
  if (access.use == Use::generic) {
    if (in.width1 != 8) return false;
    const std::uint64_t* const base = operand<std::uint64_t>(warp, in, access.address);
    bool shared = true, local = true;
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t window =
          (base[std::countr_zero(rest)] + std::uint64_t(in.immediate)) >> window_shift;
      shared &= window == shared_window >> window_shift;
      local &= window == local_window >> window_shift;
    }
    access.use = shared ? Use::shared : local ? Use::own : Use::outside;
  }
  if (access.use == Use::shared)
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) places[std::countr_zero(rest)] = pc_of(warp, in);
  return access.use != Use::outside;
}

class State {
 public:
  explicit State(std::vector<std::byte>& bytes) : bytes_(bytes) {}

  void add(const void* data, std::size_t size) {
    const std::byte* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  template <class T>
  void add(const T& value) {
    add(&value, sizeof value);
  }

  void add(const Warp& warp) {
    for (const Mask mask :
         {warp.mask, warp.ready, warp.exited, warp.waiting_sync, warp.waiting_barrier, warp.carry})
      add(mask);
    frames_.clear();
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      if ((warp.existing & ~warp.exited) >> lane & 1) {
        add(warp.mask >> lane & 1 ? warp.pc : warp.pcs[lane]);
        for (const CallFrame* frame = warp.frames[lane]; frame != nullptr; frame = frame->parent) add(frame);
      }
    }
  }

 private:
  void add(const CallFrame* frame) {
    add(reinterpret_cast<std::uintptr_t>(frame));
    if (std::ranges::find(frames_, frame) != frames_.end()) return;
    frames_.push_back(frame);
    add(frame->return_pc);
    add(frame->lanes);
    add(frame->registers, frame->function->register_bytes);
    add(frame->call_parameters, std::size_t(frame->function->parameter_stride) * warp_size);
  }

  std::vector<std::byte>& bytes_;
  std::vector<const CallFrame*> frames_;
};

std::vector<std::byte> state_of(const Block& block) {
  std::vector<std::byte> bytes;
  State state(bytes);
  for (unsigned i = 0; i < block.warp_count; ++i) state.add(block.warps[i]);
  state.add(block.local, block.local_bytes);
  return bytes;
}

unsigned groups_of(const Warp& warp) {
  std::vector<std::pair<const CallFrame*, std::uint32_t>> groups;
  for (Mask rest = warp.ready; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    const std::pair<const CallFrame*, std::uint32_t> group{warp.frames[lane],
                                                           warp.mask >> lane & 1 ? warp.pc : warp.pcs[lane]};
    if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  }
  return unsigned(groups.size());
}

/// From the state after this turn on.
void start_watch(Block& block) {
  SpinWatch& watch = block.spin;
  unsigned groups = 1;
  for (unsigned i = 0; i < block.warp_count; ++i) groups = std::max(groups, groups_of(block.warps[i]));
  // Each group's turn comes once in as many; a loop with several backward branches takes some of its turns to
  // end where it began.
  watch.turns_left = 4 * groups + 4;
  watch.state = state_of(block);
  watch.places.assign(std::size_t(block.warp_count) * warp_size, no_place);
}

void end_watch(SpinWatch& watch) {
  watch.turns_left = 0;
  watch.state.clear();
  watch.idle_turns = 0;
  watch.next_look = watch.next_look > no_place / 4 ? no_place : 4 * watch.next_look;
}

bool every_ready_lane_waits(const Block& block) {
  for (unsigned i = 0; i < block.warp_count; ++i)
    for (Mask rest = block.warps[i].ready; rest != 0; rest &= rest - 1)
      if (block.spin.places[i * warp_size + unsigned(std::countr_zero(rest))] == no_place) return false;
  return true;
}

}  // namespace

void SpinWatch::reset() {
  turns_left = idle_turns = 0;
  next_look = first_look;
  state.clear();
}

void SpinWatch::stop() {
  if (turns_left != 0) end_watch(*this);
}

bool run_watched(Warp& warp) {
  SpinWatch& watch = warp.block->spin;
  std::uint32_t* const places = watch.places.data() + std::size_t(warp.index) * warp_size;
  for (;;) {
    const Instruction& in = warp.code[warp.pc];
    Mask lanes = warp.mask;
    if (in.guard != 0) {
      const Mask p = *reinterpret_cast<const Mask*>(warp.bases[0] + ((in.guard - 2) >> 1));
      lanes &= in.guard & 1 ? ~p : p;
    }
    if (lanes != 0 && !stays_inside(warp, in, lanes, places)) {
      end_watch(watch);
      return true;
    }
    ++warp.pc;
    ++warp.warp_instructions;
    warp.lane_instructions += std::uint64_t(std::popcount(lanes));
    if (lanes != 0) in.handler(warp, in, lanes);
    if (warp.pc >= warp.limit && !reschedule(warp)) return false;
  }
}

bool spins_for_ever(Block& block, bool idle) {
  SpinWatch& watch = block.spin;
  if (!idle) {
    watch.stop();
    watch.idle_turns = 0;
    return false;
  }
  if (watch.turns_left != 0) {
    if (state_of(block) == watch.state && every_ready_lane_waits(block)) return true;
    if (--watch.turns_left == 0) end_watch(watch);
    return false;
  }
  if (++watch.idle_turns >= watch.next_look && block.local_bytes <= most_local_bytes) start_watch(block);
  return false;
}

}  // namespace gpu_emulator::exec

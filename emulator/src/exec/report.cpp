/// Faults in words: what, where, which thread, what lies nearest.

#include "block.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace gpu_emulator::exec {

namespace {

/// Nothing is ever allocated this near to address 0: a null pointer and an index or a member's offset.
constexpr std::uint64_t null_reach = std::uint64_t{64} << 10;
/// An allocation further away than this has nothing to do with a wrong access.
constexpr std::uint64_t neighbour_reach = std::uint64_t{4} << 20;
/// An index that is wrong by a little stays within this; beyond it, a host pointer is as likely.
constexpr std::uint64_t page = 4096;

std::string hexadecimal(std::uint64_t value) {
  char shown[24];
  std::snprintf(shown, sizeof shown, "0x%" PRIx64, value);
  return shown;
}
std::string bytes_text(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}
std::string triple(const Dim3& d) {
  return "(" + std::to_string(d[0]) + "," + std::to_string(d[1]) + "," + std::to_string(d[2]) + ")";
}

Dim3 thread_of(const Block& block, unsigned warp, unsigned lane) {
  const Dim3& size = block.launch->launch->block;
  const unsigned thread = warp * warp_size + lane;
  return {thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]};
}

std::string source_place(const ptx::Program& program, std::uint32_t pc) {
  const ptx::Place* place = program.place_at(pc);
  return place == nullptr || place->line == 0
             ? std::string{}
             : program.files[place->file] + ":" + std::to_string(place->line);
}

/// `name` as the source writes it, with the parameters' types; as it is where it is no mangled name.
std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;  // __cxa_demangle takes a plain `i` for the type int
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return text == nullptr ? name : text.get();
}

/// The demangled name without return type and parameters: `app::scale<float>`.
std::string short_name(const std::string& name) {
  std::string text = demangled(name);
  if (text == name || text.back() != ')') return text;
  std::size_t open = text.size();
  for (int depth = 0; open > 0;) {
    --open;
    depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
    if (depth == 0) break;
  }
  text.erase(open);
  constexpr std::string_view result =
      "void ";  // only templates' names hold it; a kernel returns nothing else
  return text.starts_with(result) ? text.substr(result.size()) : text;
}

/// Distance to address 0, upwards or (an index below zero) downwards.
std::uint64_t distance_to_null(std::uint64_t address) { return std::min(address, 0 - address); }
bool near_null(std::uint64_t address) { return distance_to_null(address) < null_reach; }

}  // namespace

std::string thread_name(const Block& block, unsigned warp, unsigned lane) {
  return "thread " + triple(thread_of(block, warp, lane)) + " of block " + triple(block.index);
}

std::string describe_address(std::uint64_t address, const Block& block) {
  const std::uint64_t window = address >> window_shift,
                      offset = address & ((std::uint64_t{1} << window_shift) - 1);
  const LaunchState& state = *block.launch;
  if (window == 1)
    return "shared memory of this block has " + bytes_text(state.shared_bytes) + " (" +
           std::to_string(state.dynamic_base) + " static, " +
           std::to_string(state.shared_bytes - state.dynamic_base) + " dynamic); the access is at offset " +
           std::to_string(std::int64_t(offset));
  if (window == 2)
    return "local memory of this thread has " + bytes_text(state.local_stride) +
           "; the access is at offset " + std::to_string(offset);
  if (near_null(address))
    return address == 0 ? "the kernel was given a null pointer, or read one from memory"
                        : "the address lies " + bytes_text(distance_to_null(address)) +
                              (address < null_reach ? " behind" : " before") +
                              " null: a null pointer and an index, or a member of a struct";
  const auto nearest = MemoryTable::process().nearest(address);
  if (!nearest) return "it is no device memory (none is allocated); is it host memory?";
  const std::uint64_t end = nearest->base + nearest->size;
  const std::uint64_t distance = address < nearest->base ? nearest->base - address
                                 : address >= end        ? address - end
                                                         : 0;
  if (distance > neighbour_reach)
    return "it is no device memory, and none is allocated near it; is it host memory?";
  std::string text;
  if (address >= nearest->base && address < end)
    text = "the address lies " + (address == nearest->base ? std::string("at the start of ")
                                                           : bytes_text(address - nearest->base) + " into ");
  else if (address >= end)
    text = "the address lies " + (address == end ? std::string("right behind the end of ")
                                                 : bytes_text(address - end) + " behind the end of ");
  else
    text = "the address lies " + bytes_text(nearest->base - address) + " before ";
  text += std::string(nearest->freed ? "the freed " : "the ") +
          (nearest->kind == MemoryKind::module   ? "variable"
           : nearest->kind == MemoryKind::device ? "allocation"
                                                 : name_of(nearest->kind));
  if (!nearest->name.empty()) text += " '" + short_name(nearest->name) + "'";
  text += " #" + std::to_string(nearest->serial) + " of " + bytes_text(nearest->size) + " at " +
          hexadecimal(nearest->base);
  if (distance >= page) text += "; it is in no device memory: is it host memory?";
  return text;
}

void record_fault(Warp& warp, std::uint32_t pc, unsigned lane, Fault kind, std::string headline,
                  std::vector<std::string> details) {
  Block& block = *warp.block;
  stop(warp, Event::fault);
  if (block.fault.kind != Fault::none) return;
  block.fault = {kind, pc, lane, std::move(headline), std::move(details)};
  block.faulting_warp = &warp;
}

std::string compose_report(const Block& block) {
  const FaultRecord& fault = block.fault;
  const Warp& warp = *block.faulting_warp;
  const LaunchState& state = *block.launch;
  const ptx::Program& program = *state.program;
  const std::string source = source_place(program, fault.pc);
  const std::string line = std::to_string(program.code[fault.pc].line);
  std::string text = "gpu_emulator: error: " + fault.headline + " in kernel '" +
                     short_name(state.entry->name) + "', " + thread_name(block, warp.index, fault.lane) +
                     (source.empty() ? "" : ", " + source) + ", PTX line " + line + "\n";
  text += "  at  " + program.line_text(fault.pc) + "  (PTX line " + line +
          (source.empty() ? "" : ", " + source) + ")\n";
  std::uint32_t depth = 0;
  for (const CallFrame* frame = warp.frames[fault.lane];
       frame != nullptr && frame->parent != nullptr && depth < 16; frame = frame->parent, ++depth) {
    const std::uint32_t call = frame->return_pc - 1;
    const std::string from = source_place(program, call);
    text += "  in  '" + short_name(frame->function->name) + "', called from '" +
            short_name(frame->parent->function->name) + "' (PTX line " +
            std::to_string(program.code[call].line) + (from.empty() ? "" : ", " + from) + ")\n";
  }
  for (const std::string& detail : fault.details) text += "  " + detail + "\n";
  text += "  launch: grid " + triple(state.launch->grid) + ", block " + triple(state.launch->block) + ", " +
          bytes_text(state.launch->dynamic_shared) + " of dynamic shared memory, device " +
          std::to_string(state.launch->device_ordinal) + "\n";
  if (const std::string whole = demangled(state.entry->name); whole != state.entry->name)
    text += "  kernel: " + whole + ", in the PTX " + state.entry->name + "\n";
  if (program.places.empty())
    text +=
        "  for the source line, compile with -lineinfo (gpu_add_kernel_library: COMPILE_OPTIONS -lineinfo)\n";
  return text;
}

void access_fault(Warp& warp, const Instruction& in, unsigned lane, std::uint64_t address, unsigned size,
                  bool write, AccessFault why) {
  const Block& block = *warp.block;
  const std::uint64_t window = address >> window_shift;
  const char* const space = window == 1 ? "shared" : window == 2 ? "local" : "global";
  const std::string access = std::string(write ? "write" : "read") + " of " + bytes_text(size);
  const std::string at =
      " at " +
      hexadecimal(window == 1 || window == 2 ? address & ((std::uint64_t{1} << window_shift) - 1) : address) +
      " in " + space + " memory";
  std::string headline;
  std::vector<std::string> details;
  Fault kind = Fault::illegal_address;
  switch (why) {
    case AccessFault::misaligned:
      kind = Fault::misaligned_address;
      headline = "misaligned " + access + at;
      details.push_back("the address is no multiple of " + std::to_string(size));
      break;
    case AccessFault::read_only:
      headline = "write to constant memory: " + access + at;
      break;
    case AccessFault::uninitialised:
      kind = Fault::launch_failed;
      headline = "uninitialised " + access + at;
      details.push_back(
          "nothing wrote these bytes since they were allocated; GPU_EMULATOR_INITCHECK=0 switches this check "
          "off");
      break;
    case AccessFault::no_such_space:
      headline = "invalid " + access + at + ": no parameter lies there";
      break;
    case AccessFault::out_of_range: {
      const auto nearest = window == 0 ? MemoryTable::process().find(address) : std::nullopt;
      headline = (nearest && nearest->freed                          ? "use after free: "
                  : window != 1 && window != 2 && near_null(address) ? "null pointer: "
                                                                     : "out-of-bounds ") +
                 access + at;
    }
  }
  details.push_back(describe_address(address, block));
  record_fault(warp, pc_of(warp, in), lane, kind, std::move(headline), std::move(details));
}

bool is_constant(std::uint64_t address) {
  const auto found = address >> window_shift == 0 ? MemoryTable::process().find(address) : std::nullopt;
  return found && !found->freed && found->kind == MemoryKind::constant;
}

const AccessRange* find_range(Warp& warp, const Instruction& in, unsigned lane, std::uint64_t address,
                              unsigned size, bool write) {
  const MemoryTable::Block* const block = MemoryTable::process().find_live(address);
  if (block == nullptr) {
    const std::uint64_t launch = reinterpret_cast<std::uint64_t>(warp.parameters);
    if (!write && address - launch < warp.parameter_size &&
        warp.parameter_size - (address - launch) >= size) {
      AccessRange& range = warp.ranges[warp.next_range++ % access_ranges];
      range = {launch, warp.parameter_size, nullptr, false};
      return &range;
    }
    access_fault(warp, in, lane, address, size, write, AccessFault::out_of_range);
    return nullptr;
  }
  const Allocation& facts = block->facts;
  if (size > facts.size - (address - facts.base)) {
    access_fault(warp, in, lane, address, size, write, AccessFault::out_of_range);
    return nullptr;
  }
  const bool writable = facts.kind != MemoryKind::constant && facts.kind != MemoryKind::parameter;
  if (write && !writable) {
    access_fault(warp, in, lane, address, size, write, AccessFault::read_only);
    return nullptr;
  }
  for (AccessRange& range : warp.ranges)
    if (range.base == facts.base && range.size == facts.size) return &range;
  AccessRange& range = warp.ranges[warp.next_range++ % access_ranges];
  range = {facts.base, facts.size,
           block->complete.load(std::memory_order_relaxed) ? nullptr : block->initialised, writable};
  return &range;
}

void report_deadlock(Block& block, bool spinning) {
  // The first thread that waits names the place; the rest is told in details.
  struct Wait {
    std::uint32_t pc;
    unsigned warp, lane, count;
    bool barrier, loop;
    Mask members;
  };
  std::vector<Wait> waits;
  unsigned exited = 0;
  for (unsigned i = 0; i < block.warp_count; ++i) {
    Warp& warp = block.warps[i];
    exited += unsigned(std::popcount(warp.exited));
    const Mask loops = spinning ? warp.ready : 0;
    for (Mask rest = warp.waiting_barrier | warp.waiting_sync | loops; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      const bool barrier = warp.waiting_barrier >> lane & 1, loop = loops >> lane & 1;
      const std::uint32_t pc = loop ? block.spin.places[i * warp_size + lane] : warp.pcs[lane];
      bool known = false;
      for (Wait& wait : waits)
        if (wait.pc == pc && wait.barrier == barrier) {
          ++wait.count;
          known = true;
        }
      if (!known) waits.push_back({pc, i, lane, 1, barrier, loop, barrier ? 0 : warp.sync_masks[lane]});
    }
  }
  if (waits.empty()) return;
  const Wait& first = waits.front();
  std::vector<std::string> details;
  const ptx::Program& program = *block.launch->program;
  for (const Wait& wait : waits) {
    const std::string source = source_place(program, wait.pc);
    details.push_back(std::to_string(wait.count) + (wait.count == 1 ? " thread waits" : " threads wait") +
                      " at PTX line " + std::to_string(program.code[wait.pc].line) +
                      (source.empty() ? "" : " (" + source + ")") + ": " + program.line_text(wait.pc) +
                      (wait.loop      ? ", in a loop"
                       : wait.barrier ? ""
                                      : " for the lanes of mask " + hexadecimal(wait.members)));
  }
  if (exited != 0)
    details.push_back(std::to_string(exited) + (exited == 1 ? " thread has" : " threads have") + " exited");
  const bool barriers_only = first.barrier && waits.size() == 1;
  record_fault(block.warps[first.warp], first.pc, first.lane, Fault::launch_failed,
               spinning        ? "deadlock: threads wait in a loop for what no thread of the block will do"
               : barriers_only ? "deadlock: a barrier waits for threads that never reach it"
                               : "deadlock: threads wait for each other at different places",
               std::move(details));
}

}  // namespace gpu_emulator::exec

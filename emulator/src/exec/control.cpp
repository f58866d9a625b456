/// Branches, calls, exits, clocks.

#include "block.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>

namespace gpu_emulator::exec {

namespace {

void jump(Warp& warp, std::uint32_t target) {
  if (target <= warp.pc && --warp.slice <= 0) warp.limit = 0;
  warp.pc = target;
}

void bra(Warp& warp, const Instruction& in, Mask lanes) {
  const std::uint32_t target = std::uint32_t(in.immediate);
  if (lanes == warp.mask) return jump(warp, target);
  if (target <= warp.pc) --warp.slice;
  branch_divergent(warp, lanes, target, warp.pc);
  if (warp.slice <= 0) warp.limit = 0;
}

void brx(Warp& warp, const Instruction& in, Mask lanes) {
  const std::vector<std::uint32_t>& table =
      warp.block->launch->program->branch_tables[std::size_t(in.immediate)];
  const std::uint32_t* index = operand<std::uint32_t>(warp, in, 0);
  const std::uint32_t next = warp.pc;
  std::uint32_t common = ~0u;
  bool uniform = lanes == warp.mask, backwards = false;
  for (Mask rest = warp.mask; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    if ((lanes >> lane & 1) == 0) {
      warp.pcs[lane] = next;
      continue;
    }
    if (index[lane] >= table.size())
      return record_fault(warp, pc_of(warp, in), lane, Fault::bad_program_counter,
                          "brx.idx with index " + std::to_string(index[lane]) + " of a table of " +
                              std::to_string(table.size()));
    const std::uint32_t target = table[index[lane]];
    warp.pcs[lane] = target;
    backwards |= target < next;
    if (common == ~0u) common = target;
    uniform &= target == common;
  }
  if (uniform) return jump(warp, common);
  if (backwards) --warp.slice;
  pick_group(warp);
  if (warp.slice <= 0) warp.limit = 0;
}

CallFrame* new_frame(Warp& warp, const ptx::Function& function) {
  Worker& worker = *warp.worker;
  const std::size_t parameters = std::size_t(function.parameter_stride) * warp_size;
  const std::size_t bytes = sizeof(CallFrame) + 64 + function.register_bytes + parameters;
  std::vector<std::byte*>& spares = worker.spare_frames[bytes];
  std::byte* memory = nullptr;
  if (spares.empty()) {
    memory = aligned_bytes(bytes).release();
  } else {
    memory = spares.back();
    spares.pop_back();
  }
  static_assert(sizeof(CallFrame) <= 128);
  CallFrame* frame = new (memory) CallFrame;
  frame->function = &function;
  frame->bytes = bytes;
  frame->registers = memory + (sizeof(CallFrame) + 63) / 64 * 64;
  frame->call_parameters = frame->registers + function.register_bytes;
  std::memset(frame->registers, 0, function.register_bytes + parameters);
  return frame;
}

void release_frame(Warp& warp, CallFrame* frame) {
  warp.worker->spare_frames[frame->bytes].push_back(reinterpret_cast<std::byte*>(frame));
}

void call_function(Warp& warp, const Instruction& in, Mask lanes, const ptx::Function& function,
                   const ptx::CallSite& site) {
  CallFrame* const caller = warp.frame;
  const std::uint64_t local_base = caller->local_base + caller->function->local_bytes;
  if (local_base + function.local_bytes > warp.local_stride || caller->depth + 1 > deepest_call)
    return record_fault(warp, pc_of(warp, in), unsigned(std::countr_zero(lanes)), Fault::stack_overflow,
                        "the call stack is exhausted: " + std::to_string(caller->depth + 1) +
                            " calls deep, " + std::to_string(local_base) +
                            " bytes of local memory in use of " + std::to_string(warp.local_stride));
  CallFrame* const frame = new_frame(warp, function);
  frame->parent = caller;
  frame->site = &site;
  frame->return_pc = pc_of(warp, in) + 1;
  frame->depth = caller->depth + 1;
  frame->lanes = lanes;
  frame->local_base = local_base;
  const std::size_t from_stride = caller->function->parameter_stride, to_stride = function.parameter_stride;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    for (std::size_t i = 0; i < site.arguments.size(); ++i)
      std::memcpy(frame->call_parameters + lane * to_stride + function.parameters[i].offset,
                  caller->call_parameters + lane * from_stride + site.arguments[i].caller_offset,
                  site.arguments[i].size);
    warp.frames[lane] = frame;
    warp.pcs[lane] = function.first_pc;
  }
  if (lanes != warp.mask)
    for (Mask rest = warp.mask & ~lanes; rest != 0; rest &= rest - 1)
      warp.pcs[std::countr_zero(rest)] = warp.pc;
  warp.mask = lanes;
  warp.pc = function.first_pc;
  warp.limit = ~0u;
  enter_frame(warp, frame);
}

void call_direct(Warp& warp, const Instruction& in, Mask lanes) {
  const ptx::Program& program = *warp.block->launch->program;
  const ptx::CallSite& site = program.calls[std::size_t(in.immediate)];
  call_function(warp, in, lanes, program.functions[std::size_t(site.function)], site);
}

void call_indirect(Warp& warp, const Instruction& in, Mask lanes) {
  const ptx::Program& program = *warp.block->launch->program;
  const ptx::CallSite& site = program.calls[std::size_t(in.immediate)];
  const std::uint64_t* const targets = operand<std::uint64_t>(warp, in, 0);
  const unsigned leader = unsigned(std::countr_zero(lanes));
  const std::uint64_t target = targets[leader];
  const std::uint64_t number = (target - function_window) / 16;
  if (target < function_window || target % 16 != 0 || number == 0 || number > program.functions.size() ||
      program.functions[number - 1].entry) {
    char shown[32];
    std::snprintf(shown, sizeof shown, "0x%llx", static_cast<unsigned long long>(target));
    return record_fault(warp, pc_of(warp, in), leader, Fault::bad_program_counter,
                        std::string("call of ") + shown + ", which is no function's address");
  }
  const ptx::Function& function = program.functions[number - 1];
  bool agrees =
      function.parameters.size() == site.arguments.size() && function.results.size() == site.results.size();
  for (std::size_t i = 0; agrees && i < site.arguments.size(); ++i)
    agrees = function.parameters[i].size == site.arguments[i].size;
  for (std::size_t i = 0; agrees && i < site.results.size(); ++i)
    agrees = function.results[i].size == site.results[i].size;
  if (!agrees)
    return record_fault(
        warp, pc_of(warp, in), leader, Fault::launch_failed,
        "call through a pointer: the arguments do not match the parameters of '" + function.name + "'");
  Mask same = 0;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    if (targets[lane] == target) same |= Mask{1} << lane;
  }
  // Lanes with another target come back to this instruction.
  for (Mask rest = lanes & ~same; rest != 0; rest &= rest - 1)
    warp.pcs[std::countr_zero(rest)] = pc_of(warp, in);
  for (Mask rest = warp.mask & ~lanes; rest != 0; rest &= rest - 1)
    warp.pcs[std::countr_zero(rest)] = warp.pc;
  warp.mask = same;
  call_function(warp, in, same, function, site);
}

void call_builtin(Warp& warp, const Instruction& in, Mask lanes) {
  const ptx::CallSite& site = warp.block->launch->program->calls[std::size_t(in.immediate)];
  if (site.builtin == ptx::Builtin::vprintf)
    call_vprintf(warp, in, lanes, site);
  else if (site.builtin == ptx::Builtin::free)
    call_free(warp, in, lanes, site);
  else
    call_assertfail(warp, in, lanes, site);
}

void ret(Warp& warp, const Instruction&, Mask lanes) {
  CallFrame* const frame = warp.frame;
  CallFrame* const caller = frame->parent;
  if (caller == nullptr) return exit_lanes(warp, lanes);
  const std::size_t from_stride = frame->function->parameter_stride,
                    to_stride = caller->function->parameter_stride;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    for (std::size_t i = 0; i < frame->site->results.size(); ++i)
      std::memcpy(caller->call_parameters + lane * to_stride + frame->site->results[i].caller_offset,
                  frame->call_parameters + lane * from_stride + frame->function->results[i].offset,
                  frame->site->results[i].size);
    warp.frames[lane] = caller;
    warp.pcs[lane] = frame->return_pc;
  }
  for (Mask rest = warp.mask & ~lanes; rest != 0; rest &= rest - 1)
    warp.pcs[std::countr_zero(rest)] = warp.pc;
  frame->lanes &= ~lanes;
  const std::uint32_t return_pc = frame->return_pc;
  if (frame->lanes == 0) release_frame(warp, frame);
  if (warp.ready == lanes) {
    warp.pc = return_pc;
    warp.limit = ~0u;
    enter_frame(warp, caller);
  } else {
    pick_group(warp);
  }
}

void exit_thread(Warp& warp, const Instruction&, Mask lanes) {
  const Mask others = warp.mask & ~lanes;
  for (CallFrame* frame = warp.frame; frame->parent != nullptr;) {
    CallFrame* const parent = frame->parent;
    frame->lanes &= ~lanes;
    if (frame->lanes == 0) release_frame(warp, frame);
    frame = parent;
  }
  (void)others;
  exit_lanes(warp, lanes);
}

/// Whether the program looks for the grid's workspace, which a cooperative launch alone has.
bool asks_for_grid_workspace(const ptx::Program& program) {
  return std::any_of(program.code.begin(), program.code.end(), [](const Instruction& in) {
    return std::any_of(std::begin(in.operands), std::end(in.operands), [](Reference operand) {
      return operand == special_reference(envreg1) || operand == special_reference(envreg2);
    });
  });
}

void trap(Warp& warp, const Instruction& in, Mask lanes) {
  const LaunchState& state = *warp.block->launch;
  std::vector<std::string> details;
  if (!state.launch->cooperative && asks_for_grid_workspace(*state.program))
    details.emplace_back(
        "this image has grid barriers (cooperative groups' grid.sync()), which trap in a launch that is not "
        "cooperative: if this is one, launch with .cooperative = true (cuLaunchCooperativeKernel)");
  record_fault(warp, pc_of(warp, in), unsigned(std::countr_zero(lanes)), Fault::launch_failed, "trap",
               std::move(details));
}

/// A launch starts when those before it in its stream have ended, so that there is nothing to wait for.
void nothing(Warp&, const Instruction&, Mask) {}

void nanosleep(Warp& warp, const Instruction&, Mask) { stop(warp, Event::yield); }

/// Clocks count instructions, so that a run repeats; each look moves them on.
std::uint64_t cycles(Warp& warp) {
  warp.warp_instructions += 1;
  return warp.warp_instructions * 4;
}
std::uint64_t nanoseconds() {
  return std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                           std::chrono::system_clock::now().time_since_epoch())
                           .count());
}
template <class T>
void give(Warp& warp, const Instruction& in, Mask lanes, std::uint64_t value) {
  T* const d = operand<T>(warp, in, 0);
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) d[std::countr_zero(rest)] = T(value);
}
void clock32(Warp& warp, const Instruction& in, Mask lanes) {
  give<std::uint32_t>(warp, in, lanes, cycles(warp));
}
void clock_high(Warp& warp, const Instruction& in, Mask lanes) {
  give<std::uint32_t>(warp, in, lanes, cycles(warp) >> 32);
}
void clock64(Warp& warp, const Instruction& in, Mask lanes) {
  give<std::uint64_t>(warp, in, lanes, cycles(warp));
}
void timer64(Warp& warp, const Instruction& in, Mask lanes) {
  give<std::uint64_t>(warp, in, lanes, nanoseconds());
}
void timer_low(Warp& warp, const Instruction& in, Mask lanes) {
  give<std::uint32_t>(warp, in, lanes, nanoseconds());
}
void timer_high(Warp& warp, const Instruction& in, Mask lanes) {
  give<std::uint32_t>(warp, in, lanes, nanoseconds() >> 32);
}

constexpr Form forms[] = {
    {"bra{|.uni}", "*", bra, decode_branch},
    {"brx.idx{|.uni}", "*", brx, decode_branch_table},
    {"call{|.uni}", "*", nullptr, decode_call},
    {"#call.direct", "", call_direct, 0},
    {"#call.indirect", "", call_indirect, 0},
    {"#call.builtin", "", call_builtin, 0},
    {"ret{|.uni}", "", ret, 0},
    {"exit", "", exit_thread, 0},
    {"trap", "", trap, 0},
    {"brkpt", "", trap, 0},
    {"nanosleep.u32", "r", nanosleep, 0},
    {"griddepcontrol{.launch_dependents|.wait}", "", nothing, 0},
    {"pmevent{|.mask}", "i", nothing, 0},
    {"#mov.clock", "", clock32, 0},
    {"#mov.clock_hi", "", clock_high, 0},
    {"#mov.clock64", "", clock64, 0},
    {"#mov.globaltimer", "", timer64, 0},
    {"#mov.globaltimer_lo", "", timer_low, 0},
    {"#mov.globaltimer_hi", "", timer_high, 0},
};

}  // namespace

const FormList control_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec

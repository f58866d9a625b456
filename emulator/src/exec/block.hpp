#pragma once
/// A resident block, its worker and its launch; internal to exec/.

#include "../ptx/program.hpp"
#include "form.hpp"
#include "launch.hpp"
#include "memory_block.hpp"
#include "unwritten.hpp"
#include "warp.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace gpu_emulator::exec {

constexpr unsigned barriers_of_block = 16;
constexpr unsigned most_warps = 32;
/// Shared memory that a block has beside what the kernel asked for, when %reserved_smem_offset_* is used.
constexpr std::size_t reserved_shared_bytes = 2048;
constexpr std::uint32_t deepest_call = 8192;

/// An activation of a function by the lanes that called it together.
struct CallFrame {
  const ptx::Function* function = nullptr;
  CallFrame* parent = nullptr;
  const ptx::CallSite* site = nullptr;
  std::uint32_t return_pc = 0;
  std::uint32_t depth = 0;
  Mask lanes = 0;
  std::byte* registers = nullptr;
  std::byte* call_parameters = nullptr;
  std::uint64_t local_base = 0;
  std::size_t bytes = 0;  ///< of registers and parameters together
};

struct FaultRecord {
  Fault kind = Fault::none;
  std::uint32_t pc = 0;
  unsigned lane = 0;
  std::string headline;  ///< what happened
  std::vector<std::string> details;
};

struct Barrier {
  std::array<Mask, most_warps> arrived{};
  std::array<Mask, most_warps> sync{};  ///< of these, the ones that wait (the rest only arrived)
  std::array<Mask, most_warps> predicates{};
  std::uint32_t expected = 0;  ///< threads; 0: all of the block
  bool in_use = false;
};

/// Looks whether a block whose warps do nothing but go round in loops can ever end: for some turns it follows
/// each instruction. Where none of them writes memory (but local) or reads what others can change, and the
/// state comes back, the block stays as it is.
struct SpinWatch {
  std::uint32_t idle_turns = 0;       ///< in a row, in which every warp used up its time or waited
  std::uint32_t next_look = 0;        ///< idle turns before the next watch
  std::uint32_t turns_left = 0;       ///< of the watch; 0: there is none
  std::vector<std::byte> state;       ///< when the watch began: all of the block but its shared memory
  std::vector<std::uint32_t> places;  ///< a thread: the pc at which it last looked at shared memory

  void reset();
  void stop();
};

struct LaunchState;

struct AlignedDeleter {
  void operator()(std::byte* memory) const { std::free(memory); }
};
using AlignedBytes = std::unique_ptr<std::byte[], AlignedDeleter>;
AlignedBytes aligned_bytes(std::size_t size);

struct Worker {
  LaunchState* launch = nullptr;
  unsigned index = 0;
  std::unordered_map<std::size_t, std::vector<std::byte*>>
      spare_frames;  ///< memory of finished calls, by size
  ~Worker();
};

struct Block {
  LaunchState* launch = nullptr;
  Worker* worker = nullptr;
  std::uint64_t linear = 0;
  Dim3 index{};
  unsigned warp_count = 0;
  unsigned threads = 0;
  std::unique_ptr<Warp[]> warps;
  AlignedBytes registers;  ///< root frames of all warps
  AlignedBytes specials;
  AlignedBytes shared;
  std::vector<std::uint8_t> shared_initialised;
  std::uint64_t shared_missing = 0;  ///< bytes that nothing wrote yet; once 0, reads need no check
  std::byte* local = nullptr;        ///< mmap
  std::size_t local_bytes = 0;
  std::vector<CallFrame> roots;
  std::array<Barrier, barriers_of_block> barriers;
  std::string output;
  FaultRecord fault;
  std::uint64_t instructions_of_round = 0;
  Warp* faulting_warp = nullptr;
  SpinWatch spin;
  unsigned idle_turns = 0;           ///< in a row, of which the last were short once there were many
  std::vector<Unwritten> unwritten;  ///< a warp

  ~Block();
  bool done() const;
};

struct LaunchState {
  const Launch* launch = nullptr;
  const ptx::Program* program = nullptr;
  const Entry* entry = nullptr;
  const ptx::Function* function = nullptr;
  std::vector<std::byte> parameters;
  std::uint64_t blocks = 0;
  std::size_t dynamic_base = 0;  ///< offset of dynamic shared memory
  std::size_t shared_bytes = 0;
  std::size_t reserved_base = 0;  ///< of the reserved shared memory; 0: none
  std::size_t local_stride = 0;
  unsigned workers = 1;
  std::unique_ptr<std::uint64_t[]> grid_workspace;  ///< for cooperative groups' grid barrier
  std::atomic<std::uint64_t> next_block{0};
  std::atomic<std::uint64_t> first_fault{~std::uint64_t{0}};
  std::mutex mutex;
  std::vector<std::pair<std::uint64_t, std::string>> outputs;
  Outcome outcome;
};

// scheduler.cpp
void start_block(Block& block, LaunchState& launch, Worker& worker, std::uint64_t linear);
enum class Progress { finished, faulted, unfinished };
/// Runs the block's warps in turn until it ends, about `budget` instructions are used up, or, unless it is
/// alone, its warps do nothing but go round in loops: then it may wait for another block.
Progress run_block(Block& block, std::uint64_t budget, bool alone);
/// Whether the block seems to wait for another.
bool is_stuck(const Block& block);
void pick_group(Warp& warp);
void enter_frame(Warp& warp, CallFrame* frame);
void exit_lanes(Warp& warp, Mask lanes);

// spin.cpp
/// As the plain loop, while the block is watched. True: the watch is over, and the warp still has time.
bool run_watched(Warp& warp);
/// After a turn of all warps, idle or not: true when no further turn changes anything.
bool spins_for_ever(Block& block, bool idle);

// barrier.cpp
void check_barriers(Block& block);

// report.cpp
void record_fault(Warp& warp, std::uint32_t pc, unsigned lane, Fault kind, std::string headline,
                  std::vector<std::string> details = {});
std::string compose_report(const Block& block);
std::string thread_name(const Block& block, unsigned warp, unsigned lane);
std::string describe_address(std::uint64_t address, const Block& block);
/// `spinning`: threads that are ready wait in loops.
void report_deadlock(Block& block, bool spinning);

// builtins.cpp
void call_vprintf(Warp& warp, const Instruction& in, Mask lanes, const ptx::CallSite& site);
void call_free(Warp& warp, const Instruction& in, Mask lanes, const ptx::CallSite& site);
void call_assertfail(Warp& warp, const Instruction& in, Mask lanes, const ptx::CallSite& site);

inline std::uint32_t pc_of(const Warp& warp, const Instruction& in) { return std::uint32_t(&in - warp.code); }

extern const FormList control_forms, barrier_forms, sync_forms, atomic_forms, wide_atomic_forms, copy_forms,
    mbarrier_forms, video_forms;

}  // namespace gpu_emulator::exec

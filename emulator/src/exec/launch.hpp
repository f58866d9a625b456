#pragma once
/// Runs a kernel. The driver half has checked the configuration (limits, .maxntid, .reqntid) before.

#include "../ptx/module.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace gpu_emulator {

using Dim3 = std::array<std::uint32_t, 3>;

/// What ended a launch early; cuda_result() gives the sticky CUresult.
enum class Fault : std::uint8_t {
  none,
  illegal_address,      ///< 700: out of bounds, use after free, write to constant memory
  misaligned_address,   ///< 716
  illegal_instruction,  ///< 715
  bad_program_counter,  ///< 718: an indirect call or branch to nowhere
  launch_failed,   ///< 719: trap, divergent barrier, deadlock, shuffle outside its mask, uninitialised read
  assertion,       ///< 710
  timeout,         ///< 702: the loop budget is used up
  stack_overflow,  ///< 719 on this path too (call stack or local memory exhausted)
};

int cuda_result(Fault fault);

struct Outcome {
  Fault fault = Fault::none;
  /// Several lines, ready for stderr; the first is enough to find the fault. Empty when there is none.
  std::string report;
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;
};

struct Launch {
  std::shared_ptr<const Module> module;
  std::size_t entry = 0;  ///< Entry::index
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  Dim3 cluster{1, 1, 1};  ///< blocks a cluster; the grid is a multiple of it
  std::size_t dynamic_shared = 0;
  std::span<const std::byte>
      parameters;                        ///< laid out as Entry::parameters says; copied at the start of run()
  bool cooperative = false;              ///< grid.sync() allowed: all blocks are resident together
  std::uint64_t grid_id = 0;             ///< %gridid
  std::size_t local_limit = 512 * 1024;  ///< bytes of local memory and call stack a thread
  unsigned device_ordinal = 0;           ///< for reports
  unsigned multiprocessors = 0;          ///< %nsmid; 0: as many as worker threads
  /// Where printf and assert text goes; default: stdout for printf, stderr for assert. Called once, in block
  /// order.
  std::function<void(std::string_view)> print;
};

/// What GPU_EMULATOR_* says about execution; read once a process.
struct Settings {
  unsigned threads = 0;      ///< GPU_EMULATOR_THREADS; default: the machine's cores
  std::uint64_t seed = 0;    ///< GPU_EMULATOR_SEED; 0: blocks and warps in order
  std::uint64_t budget = 0;  ///< GPU_EMULATOR_BUDGET: instructions a warp may execute; 0: no limit
  bool initcheck = true;     ///< GPU_EMULATOR_INITCHECK=0 switches uninitialised-read reports off
  bool barrier_check =
      true;         ///< GPU_EMULATOR_SYNCCHECK=0: a thread that has exited counts as arrived, as on a GPU
  std::string isa;  ///< GPU_EMULATOR_ISA: portable, avx2, avx512; default: the best the CPU has
  static const Settings& process();
  /// What the variables say now; a value that is not understood is reported.
  static Settings from_environment();
};

/// Runs to the end or to the first fault (the one of the lowest block, whatever the number of threads).
/// Blocks the caller, which takes part in the work. May be called from several threads at once.
Outcome run(const Launch& launch);

}  // namespace gpu_emulator

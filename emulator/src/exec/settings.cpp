#include "launch.hpp"

#include "environment.hpp"

#include <algorithm>
#include <thread>

namespace gpu_emulator {

Settings Settings::from_environment() {
  constexpr CountLimits threads{1, 256, "a count from 1 to 256"}, any{}, yes_or_no{0, 1, "0 or 1"};
  Settings s;
  s.threads = unsigned(count_from_environment(
      "GPU_EMULATOR_THREADS", std::clamp(std::thread::hardware_concurrency(), 1u, 256u), threads));
  s.seed = count_from_environment("GPU_EMULATOR_SEED", 0, any);
  s.budget = count_from_environment("GPU_EMULATOR_BUDGET", 0, any);
  s.initcheck = count_from_environment("GPU_EMULATOR_INITCHECK", 1, yes_or_no) != 0;
  s.barrier_check = count_from_environment("GPU_EMULATOR_SYNCCHECK", 1, yes_or_no) != 0;
  s.isa = word_from_environment("GPU_EMULATOR_ISA", "portable avx2 avx512", "portable, avx2 or avx512");
  return s;
}

const Settings& Settings::process() {
  static const Settings& settings = *new Settings(from_environment());
  return settings;
}

int cuda_result(Fault fault) {
  switch (fault) {
    case Fault::none:
      return 0;
    case Fault::illegal_address:
      return 700;
    case Fault::misaligned_address:
      return 716;
    case Fault::illegal_instruction:
      return 715;
    case Fault::bad_program_counter:
      return 718;
    case Fault::launch_failed:
      return 719;
    case Fault::assertion:
      return 710;
    case Fault::timeout:
      return 702;
    case Fault::stack_overflow:
      return 719;
  }
  return 719;
}

}  // namespace gpu_emulator

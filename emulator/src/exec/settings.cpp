#include "launch.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace gpu_emulator {

namespace {
void warn(const char* name, const char* text, const char* expected) {
  std::fprintf(stderr, "gpu_emulator: warning: %s=%s is not understood; expected %s; using the default\n",
               name, text, expected);
}

std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == 0) return otherwise;
  char* end = nullptr;
  errno = 0;
  const std::uint64_t value = std::strtoull(text, &end, 0);
  if (*text != '-' && end != text && *end == 0 && errno == 0) return value;
  warn(name, text, "a number that is not negative");
  return otherwise;
}

std::string vector_width(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == 0) return {};
  for (const std::string_view known : {"portable", "avx2", "avx512"})
    if (text == known) return text;
  warn(name, text, "portable, avx2 or avx512");
  return {};
}
}  // namespace

const Settings& Settings::process() {
  static const Settings& settings = *[] {
    Settings& s = *new Settings;
    s.threads = unsigned(number("GPU_EMULATOR_THREADS", 0));
    if (s.threads == 0) s.threads = std::max(1u, std::thread::hardware_concurrency());
    s.threads = std::min(s.threads, 256u);
    s.seed = number("GPU_EMULATOR_SEED", 0);
    s.budget = number("GPU_EMULATOR_BUDGET", 0);
    s.initcheck = number("GPU_EMULATOR_INITCHECK", 1) != 0;
    s.barrier_check = number("GPU_EMULATOR_SYNCCHECK", 1) != 0;
    s.isa = vector_width("GPU_EMULATOR_ISA");
    return &s;
  }();
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

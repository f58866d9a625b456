// What a launch by a stub costs against cuLaunchKernel and <<<>>>, and that the kernel itself runs as fast.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <gpu/gpu.hpp>

#include "measurements.hpp"

namespace {

constexpr const char* usage =
    "launch_benchmark [--rounds N] [--batch N] [--elements N] [--repeats N]\n"
    "  --rounds    launch cost: rounds of one batch each way (2000)\n"
    "  --batch     launches a batch (200; the driver's queue holds about 1000)\n"
    "  --elements  bandwidth: floats a vector (268435456, 1 GiB)\n"
    "  --repeats   bandwidth: runs each way (30)\n";

/// Reads the arguments. Returns false when they are wrong.
bool read(int count, char** arguments, Settings& settings) {
  for (int i = 1; i < count; i += 2) {
    const std::string name = arguments[i];
    const long value = i + 1 < count ? std::strtol(arguments[i + 1], nullptr, 10) : 0;
    if (value < 1 || value > 1L << 31) return false;
    if (name == "--rounds") {
      settings.rounds = static_cast<int>(value);
    } else if (name == "--batch") {
      settings.batch = static_cast<int>(value);
    } else if (name == "--elements") {
      settings.elements = static_cast<unsigned>(value);
    } else if (name == "--repeats") {
      settings.repeats = static_cast<int>(value);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  Settings settings;
  if (!read(count, arguments, settings)) {
    std::fputs(usage, stderr);
    return 2;
  }
  try {
    const gpu::Context context{gpu::Device{0}};
    std::printf("on %s\n", context.device().name().c_str());
    return measure_launch_cost(settings) && measure_bandwidth(settings) ? 0 : 1;
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "launch_benchmark: %s\n", error.what());
    return 1;
  }
}

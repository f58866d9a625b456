#include "driver/config.hpp"

#include "exec/environment.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

namespace gpu_emulator::driver {
namespace {

std::uint64_t machine_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return std::uint64_t{8} << 30;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

/// How many of `devices` CUDA_VISIBLE_DEVICES leaves: those before the first entry that names none, as in a
/// real driver. The devices are alike, so which ones they are makes no difference.
int visible_devices(int devices) {
  const char* text = std::getenv("CUDA_VISIBLE_DEVICES");
  if (text == nullptr) return devices;
  std::set<std::uint64_t> seen;
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = rest.find(',');
    const auto ordinal = parse_count(rest.substr(0, comma));
    if (!ordinal || *ordinal >= static_cast<std::uint64_t>(devices)) break;
    if (!seen.insert(*ordinal).second) return 0;  // a device named twice hides all
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return static_cast<int>(seen.size());
}

}  // namespace

Config read_config() {
  Config config;
  config.devices =
      static_cast<int>(count_from_environment("GPU_EMULATOR_DEVICES", 1, {0, 64, "a count from 0 to 64"}));
  config.devices = visible_devices(config.devices);
  config.multiprocessors =
      static_cast<int>(count_from_environment("GPU_EMULATOR_SM", 132, {1, 1024, "a count from 1 to 1024"}));
  config.device_memory = count_from_environment(
      "GPU_EMULATOR_MEMORY", machine_memory(),
      {std::uint64_t{1} << 20, std::uint64_t{1} << 46, "bytes, from 1M to 64 TiB, such as 512M or 4G", true});
  const char* blocking = std::getenv("CUDA_LAUNCH_BLOCKING");
  config.launch_blocking = blocking != nullptr && *blocking != '\0' && std::string_view(blocking) != "0";
  return config;
}

}  // namespace gpu_emulator::driver

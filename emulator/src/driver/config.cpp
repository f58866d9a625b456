#include "driver/config.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

namespace gpu_emulator::driver {
namespace {

std::optional<std::uint64_t> parse_count(std::string_view text, bool suffixes) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || rest == text.data()) return std::nullopt;
  unsigned shift = 0;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  if (suffixes && (unit == "K" || unit == "KiB")) {
    shift = 10;
  } else if (suffixes && (unit == "M" || unit == "MiB")) {
    shift = 20;
  } else if (suffixes && (unit == "G" || unit == "GiB")) {
    shift = 30;
  } else if (!unit.empty()) {
    return std::nullopt;
  }
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return value << shift;
}

std::uint64_t from_environment(const char* name, std::uint64_t fallback, std::uint64_t least,
                               std::uint64_t most, const char* accepted, bool suffixes = false) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return fallback;
  const auto value = parse_count(text, suffixes);
  if (value && *value >= least && *value <= most) return *value;
  std::fprintf(stderr, "gpu_emulator: warning: %s=%s is not understood; expected %s; using %llu\n", name,
               text, accepted, static_cast<unsigned long long>(fallback));
  return fallback;
}

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
    const auto ordinal = parse_count(rest.substr(0, comma), false);
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
      static_cast<int>(from_environment("GPU_EMULATOR_DEVICES", 1, 0, 64, "a count from 0 to 64"));
  config.devices = visible_devices(config.devices);
  config.multiprocessors =
      static_cast<int>(from_environment("GPU_EMULATOR_SM", 132, 1, 1024, "a count from 1 to 1024"));
  config.device_memory =
      from_environment("GPU_EMULATOR_MEMORY", machine_memory(), std::uint64_t{1} << 20,
                       std::uint64_t{1} << 46, "bytes, from 1M to 64 TiB, such as 512M or 4G", true);
  const char* blocking = std::getenv("CUDA_LAUNCH_BLOCKING");
  config.launch_blocking = blocking != nullptr && *blocking != '\0' && std::string_view(blocking) != "0";
  return config;
}

}  // namespace gpu_emulator::driver

#include "environment.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace gpu_emulator {

std::optional<std::uint64_t> parse_count(std::string_view text, bool suffixes) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, hexadecimal ? 16 : 10);
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

std::uint64_t count_from_environment(const char* name, std::uint64_t fallback, const CountLimits& limits) {
  const char* const text = std::getenv(name);
  if (text == nullptr || *text == '\0') return fallback;
  const auto value = parse_count(text, limits.suffixes);
  if (value && *value >= limits.least && *value <= limits.most) return *value;
  std::fprintf(stderr, "gpu_emulator: warning: %s=%s is not understood; expected %s; using %llu\n", name,
               text, limits.accepted, static_cast<unsigned long long>(fallback));
  return fallback;
}

std::string word_from_environment(const char* name, std::string_view words, const char* accepted) {
  const char* const text = std::getenv(name);
  if (text == nullptr || *text == '\0') return {};
  for (std::string_view rest = words; !rest.empty();) {
    const std::size_t end = rest.find(' ');
    if (rest.substr(0, end) == text) return text;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  std::fprintf(stderr, "gpu_emulator: warning: %s=%s is not understood; expected %s; using the default\n",
               name, text, accepted);
  return {};
}

}  // namespace gpu_emulator

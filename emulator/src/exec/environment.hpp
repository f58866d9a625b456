#pragma once
/// Reads the variables that set the emulator: the one home of what a value may be and of what is said when it
/// is not.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpu_emulator {

/// A number, decimal or 0x…; with `suffixes` also K, M, G (KiB, MiB, GiB). Empty where the text is none.
std::optional<std::uint64_t> parse_count(std::string_view text, bool suffixes = false);

/// What a variable may hold; `accepted` says it in words.
struct CountLimits {
  std::uint64_t least = 0;
  std::uint64_t most = ~std::uint64_t{0};
  const char* accepted = "a number";
  bool suffixes = false;
};

/// The variable's value. Unset or empty gives `fallback`, and so does a value that is not understood, which
/// is reported on stderr.
std::uint64_t count_from_environment(const char* name, std::uint64_t fallback, const CountLimits& limits);

/// One of `words` (parted by blanks; `accepted` says them to a reader), or empty; anything else is reported.
std::string word_from_environment(const char* name, std::string_view words, const char* accepted);

}  // namespace gpu_emulator

#pragma once
/// One instruction form as a kernel: a thread loads its operands from arrays, executes the instruction once,
/// stores what it gave.

#include <cstdint>
#include <string>
#include <vector>

namespace equality {

/// How an operand's test values are drawn.
enum class Values : std::uint8_t { integer, f32, f64, f16, bf16, f16x2, bf16x2, predicate };
constexpr unsigned value_kinds = 8;

enum class Tolerance : std::uint8_t {
  exact,
  approximate,  ///< compared with a bound; see tolerance.cpp
};

struct Case {
  std::string form;               ///< as written in PTX
  std::vector<Values> sources;    ///< by position
  std::vector<unsigned> results;  ///< bytes of each result, 1 for a predicate
  Tolerance tolerance = Tolerance::exact;
  std::string body;  ///< the entry's PTX, without its name
};

/// One case for each spelling of each row of the emulator's form table that can be tested alone.
std::vector<Case> all_cases();

/// A module with the entries case_<first> … case_<last - 1>.
std::string module_text(const std::vector<Case>& cases, std::size_t first, std::size_t last);

/// Threads of a launch; the answers of the first `kept` are recorded one by one, those of the rest as a hash.
constexpr unsigned threads = 8192, kept = 768, block_size = 256;
/// An entry's parameters: results (cells of 8 bytes, max_results a thread), then the operands' arrays of
/// 8-byte cells.
constexpr unsigned max_sources = 5, max_results = 4;

/// The test values of an operand: `threads` cells. The same on every machine.
std::vector<std::uint64_t> test_values(Values kind, unsigned position);

}  // namespace equality

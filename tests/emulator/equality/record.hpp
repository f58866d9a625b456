#pragma once
/// Recorded answers and their file.
///
/// The file: a line "gpu-emulator answers 1", a line that names device and driver, a line "cases N", then N
/// records: u16 length and text of the form; u8 state (0 refused by the driver, 1 hash alone, 2 hash and
/// values); u8 number of results and a u8 with each one's bytes; u64 hash of all answers; with state 2, for
/// each result, `kept` values. Little-endian.

#include "case.hpp"

#include <map>
#include <string>

namespace equality {

struct Answers {
  bool refused = false;
  std::uint64_t hash = 0;
  std::vector<unsigned> widths;
  std::vector<std::vector<std::uint64_t>>
      values;  ///< a result: `kept` of them; empty when only the hash is known
};

struct Record {
  std::string description;
  std::map<std::string, Answers> answers;  ///< by form
};

/// `all_values`: keep the values of exact forms too (to find the cause of a difference); else their hash is
/// enough.
void write_record(const std::string& path, const Record& record, const std::vector<Case>& cases,
                  bool all_values);
Record read_record(const std::string& path);

}  // namespace equality

#pragma once
/// A driver's answers, kept in a text file: one digest a block of lanes for each form, and the values
/// themselves where the ISA only bounds them.

#include "runner.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace conformance {

struct Recorded {
  unsigned lanes = 0;
  std::vector<std::uint32_t> exact;  ///< CRC-32 of every block's bytes, outputs one after the other
  std::vector<std::uint32_t>
      nan_blind;  ///< the same with every NaN made the same; empty where that changes nothing
  /// The first sample_lanes lanes' bytes of every output, one output after the other.
  unsigned sample_lanes = 0;
  std::vector<std::byte> sample;
};

struct Record {
  std::vector<std::string> heading;  ///< device, driver and whatever else the recorder noted
  std::map<std::string, Recorded> forms;
};

/// @param sample_lanes  lanes whose values are kept beside the digests
Recorded record_of(const Form& form, const Answer& answer, unsigned sample_lanes);

/// Digests of the outputs' first `lanes` lanes. The NaN-blind ones are the exact ones for forms that must
/// keep a NaN's payload.
std::vector<std::uint32_t> exact_digests(const Answer& answer, const Form& form);
std::vector<std::uint32_t> nan_blind_digests(const Answer& answer, const Form& form);

/// Writes next to the file first and renames: no half-written record. Throws std::runtime_error.
void write_record(const std::string& path, const Record& record);

/// Throws std::runtime_error with file, line and what was expected.
Record read_record(const std::string& path);

}  // namespace conformance

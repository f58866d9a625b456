#pragma once
/// What the PTX ISA promises of the approximate instructions.

#include <cstdint>
#include <string>

namespace equality {

/// True when two drivers' answers to one operand can both be within the ISA's bound of the true value: their
/// distance is at most twice it.
bool within_bound(const std::string& form, std::uint64_t one, std::uint64_t other);

}  // namespace equality

#pragma once
/// Values that were read from shared memory which nothing wrote. Correct programs make such reads (a merge
/// looks one element behind the end of its input, and drops what it saw), so that a read is reported when its
/// value counts: when it is stored, or decides on a branch, an address, an exchange. Until then the warp runs
/// in a loop that follows the value.

#include "warp.hpp"

#include <array>
#include <vector>

namespace gpu_emulator::exec {

struct Unwritten {
  /// A load that found nothing written.
  struct Read {
    std::uint32_t pc = 0;
    unsigned size = 0;
    std::array<std::uint64_t, warp_size> address{};
  };
  /// A register, some of whose lanes hold a value that depends on such a read.
  struct Place {
    const std::byte* at = nullptr;
    Mask lanes = 0;
    std::size_t read = 0;
  };
  std::vector<Read> reads;
  std::vector<Place> places;
};

/// Runs the warp until no register holds such a value (then the event is Event::unwritten), or as the plain
/// loop does.
void run_unwritten(Warp& warp);

}  // namespace gpu_emulator::exec

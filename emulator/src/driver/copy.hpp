#pragma once

#include <cstddef>
#include <memory>

#include "driver/cuda_api.hpp"
#include "driver/stream.hpp"
#include "exec/memory.hpp"

namespace gpu_emulator::driver {

/// One side of a copy.
struct CopyEnd {
  enum class Side {
    device,   ///< must lie in one live allocation, to the byte
    host,     ///< a host pointer
    unified,  ///< either: found out by asking the memory table
  };

  Address address = 0;
  Side side = Side::unified;
  std::size_t pitch = 0;        ///< bytes from row to row
  std::size_t slice_pitch = 0;  ///< bytes from slice to slice
};

/// What is copied: `width` bytes of each of `height` rows of each of `depth` slices.
struct Extent {
  std::size_t width = 0;
  std::size_t height = 1;
  std::size_t depth = 1;

  bool empty() const { return width == 0 || height == 0 || depth == 0; }
};

/// Checks a copy and hands it to the stream. `asynchronous` copies still wait where a real driver would: when
/// they touch pageable host memory. Fails with INVALID_VALUE where a range is not within a live allocation.
CUresult copy(CUstream stream, const CopyEnd& destination, const CopyEnd& source, const Extent& extent,
              bool asynchronous);

/// The same for one run of bytes.
CUresult copy_bytes(CUstream stream, Address destination, CopyEnd::Side destination_side, Address source,
                    CopyEnd::Side source_side, std::size_t size, bool asynchronous);

}  // namespace gpu_emulator::driver

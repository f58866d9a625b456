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

struct CopyWork;
/// The ends of a region copy as a driver's descriptor gives them, checked against each other.
void read_description(const CUDA_MEMCPY3D& description, CopyEnd& destination, CopyEnd& source,
                      Extent& extent);
/// Checks a copy without running it, as for a graph's node.
CopyWork checked_copy(const CopyEnd& destination, const CopyEnd& source, const Extent& extent);

/// The copying itself. Where both sides are device memory, what was uninitialised stays so.
void move_rows(const CopyEnd& destination, const CopyEnd& source, const Extent& extent, bool to_device,
               bool from_device);

}  // namespace gpu_emulator::driver

#include "driver/copy.hpp"

#include <cstring>
#include <utility>
#include <vector>

#include "driver/context.hpp"
#include "driver/failure.hpp"
#include "driver/submit.hpp"

namespace gpu_emulator::driver {
namespace {

/// A pageable source up to this size is staged, so that an asynchronous copy from it need not wait.
constexpr std::size_t staged_limit = 64 * 1024;

std::size_t multiply(std::size_t a, std::size_t b) {
  std::size_t product;
  require(!__builtin_mul_overflow(a, b, &product));
  return product;
}

/// From the first byte touched to one past the last.
std::size_t span(const CopyEnd& end, const Extent& extent) {
  const std::size_t slices = multiply(end.slice_pitch, extent.depth - 1);
  const std::size_t rows = multiply(end.pitch, extent.height - 1);
  std::size_t total;
  require(!__builtin_add_overflow(slices, rows, &total));
  require(!__builtin_add_overflow(total, extent.width, &total));
  return total;
}

enum class Where { device, pinned, pageable };

/// Finds where an end lies and checks its range.
Where locate(const CopyEnd& end, std::size_t size) {
  const auto found = MemoryTable::process().find(end.address);
  if (end.side == CopyEnd::Side::device || (end.side == CopyEnd::Side::unified && found)) {
    require(found && !found->freed && MemoryTable::process().contains(end.address, size));
    return found->kind == MemoryKind::host ? Where::pinned : Where::device;
  }
  require(end.address != 0);
  if (!found || found->freed) return Where::pageable;
  // A host pointer into memory that the driver knows must stay within it.
  require(found->adopted || MemoryTable::process().contains(end.address, size));
  return Where::pinned;
}

void move_rows(const CopyEnd& destination, const CopyEnd& source, const Extent& extent, bool to_device,
               bool from_device) {
  MemoryTable& table = MemoryTable::process();
  for (std::size_t z = 0; z < extent.depth; ++z) {
    for (std::size_t y = 0; y < extent.height; ++y) {
      const Address to = destination.address + z * destination.slice_pitch + y * destination.pitch;
      const Address from = source.address + z * source.slice_pitch + y * source.pitch;
      std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), extent.width);
      if (to_device && from_device) {
        table.copy_initialised(to, from, extent.width);
      } else if (to_device) {
        table.mark_initialised(to, extent.width);
      }
    }
  }
}

/// Rows that touch each other become one.
Extent flatten(const CopyEnd& destination, const CopyEnd& source, Extent extent) {
  if (extent.height > 1 && destination.pitch == extent.width && source.pitch == extent.width) {
    extent.width *= extent.height;
    extent.height = 1;
  }
  if (extent.height == 1 && extent.depth > 1 && destination.slice_pitch == extent.width &&
      source.slice_pitch == extent.width) {
    extent.width *= extent.depth;
    extent.depth = 1;
  }
  return extent;
}

std::vector<std::byte> stage(const CopyEnd& source, const Extent& extent) {
  std::vector<std::byte> staged(extent.width * extent.height * extent.depth);
  CopyEnd packed;
  packed.address = reinterpret_cast<Address>(staged.data());
  packed.pitch = extent.width;
  packed.slice_pitch = extent.width * extent.height;
  move_rows(packed, source, extent, false, false);
  return staged;
}

}  // namespace

CUresult copy(CUstream stream_handle, const CopyEnd& destination, const CopyEnd& source, const Extent& whole,
              bool asynchronous) {
  const auto stream = find_stream(stream_handle);
  if (whole.empty()) return CUDA_SUCCESS;
  const std::size_t to_size = span(destination, whole);
  const std::size_t from_size = span(source, whole);
  const Where to = locate(destination, to_size);
  const Where from = locate(source, from_size);
  const Extent extent = flatten(destination, source, whole);
  const bool to_device = to == Where::device;
  const bool from_device = from == Where::device;

  Task task;
  bool wait = !asynchronous || to == Where::pageable || from == Where::pageable;
  if (asynchronous && from == Where::pageable && to != Where::pageable &&
      multiply(extent.width, multiply(extent.height, extent.depth)) <= staged_limit) {
    task.run = [destination, extent, to_device, staged = stage(source, extent)] {
      CopyEnd packed;
      packed.address = reinterpret_cast<Address>(staged.data());
      packed.pitch = extent.width;
      packed.slice_pitch = extent.width * extent.height;
      move_rows(destination, packed, extent, to_device, false);
    };
    wait = false;
  } else {
    task.run = [=, &context = stream->context()] {
      // A stream-ordered free may have come in between.
      const MemoryTable& table = MemoryTable::process();
      if ((to_device && !table.contains(destination.address, to_size)) ||
          (from_device && !table.contains(source.address, from_size))) {
        context.set_error(CUDA_ERROR_ILLEGAL_ADDRESS);
        return;
      }
      move_rows(destination, source, extent, to_device, from_device);
    };
  }
  return submit(*stream, std::move(task), wait);
}

CUresult copy_bytes(CUstream stream, Address destination, CopyEnd::Side destination_side, Address source,
                    CopyEnd::Side source_side, std::size_t size, bool asynchronous) {
  return copy(stream, {destination, destination_side, 0, 0}, {source, source_side, 0, 0}, {size, 1, 1},
              asynchronous);
}

}  // namespace gpu_emulator::driver

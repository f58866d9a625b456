#include "driver/copy.hpp"

#include <cstring>
#include <utility>
#include <vector>

#include "driver/context.hpp"
#include "driver/failure.hpp"
#include "driver/submit.hpp"
#include "driver/work.hpp"

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

struct CheckedCopy {
  CopyWork work;
  Where to, from;
};

CheckedCopy check(const CopyEnd& destination, const CopyEnd& source, const Extent& extent) {
  CheckedCopy checked{};
  CopyWork& work = checked.work;
  work.destination_size = span(destination, extent);
  work.source_size = span(source, extent);
  checked.to = locate(destination, work.destination_size);
  checked.from = locate(source, work.source_size);
  work.destination = destination;
  work.source = source;
  work.extent = flatten(destination, source, extent);
  work.to_device = checked.to == Where::device;
  work.from_device = checked.from == Where::device;
  return checked;
}

}  // namespace

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

CopyWork checked_copy(const CopyEnd& destination, const CopyEnd& source, const Extent& extent) {
  return check(destination, source, extent).work;
}

CUresult copy(CUstream stream_handle, const CopyEnd& destination, const CopyEnd& source, const Extent& extent,
              bool asynchronous) {
  const auto stream = find_stream(stream_handle);
  if (extent.empty()) return CUDA_SUCCESS;
  CheckedCopy checked = check(destination, source, extent);
  if (stream->capturing()) return submit(*stream, checked.work, !asynchronous);
  const bool pageable = checked.to == Where::pageable || checked.from == Where::pageable;
  const Extent& shape = checked.work.extent;
  if (asynchronous && checked.from == Where::pageable && checked.to != Where::pageable &&
      multiply(shape.width, multiply(shape.height, shape.depth)) <= staged_limit) {
    Task task;
    task.run = [work = checked.work, staged = stage(source, shape), &context = stream->context()]() mutable {
      work.source.address = reinterpret_cast<Address>(staged.data());
      work.source.pitch = work.extent.width;
      work.source.slice_pitch = work.extent.width * work.extent.height;
      run(work, context);
    };
    return hand_over(*stream, std::move(task), false);
  }
  return submit(*stream, checked.work, !asynchronous || pageable);
}

CUresult copy_bytes(CUstream stream, Address destination, CopyEnd::Side destination_side, Address source,
                    CopyEnd::Side source_side, std::size_t size, bool asynchronous) {
  return copy(stream, {destination, destination_side, 0, 0}, {source, source_side, 0, 0}, {size, 1, 1},
              asynchronous);
}

}  // namespace gpu_emulator::driver

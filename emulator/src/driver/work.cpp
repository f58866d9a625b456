#include "driver/work.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "driver/allocations.hpp"
#include "driver/context.hpp"
#include "driver/device.hpp"
#include "driver/failure.hpp"
#include "driver/host_function.hpp"

namespace gpu_emulator::driver {
namespace {

/// False, and the context failed, where a stream-ordered free came in between the call and now.
bool still_there(Address address, std::size_t size, Context& context) {
  if (MemoryTable::process().contains(address, size)) return true;
  context.set_error(CUDA_ERROR_ILLEGAL_ADDRESS);
  return false;
}

void run_copy(const CopyWork& copy, Context& context) {
  if (copy.to_device && !still_there(copy.destination.address, copy.destination_size, context)) return;
  if (copy.from_device && !still_there(copy.source.address, copy.source_size, context)) return;
  move_rows(copy.destination, copy.source, copy.extent, copy.to_device, copy.from_device);
}

void run_fill(const FillWork& fill, Context& context) {
  if (!still_there(fill.destination, fill.size, context)) return;
  for (std::size_t y = 0; y < fill.height; ++y) {
    const Address row = fill.destination + y * fill.pitch;
    if (fill.value_size == 1) {
      std::memset(reinterpret_cast<void*>(row), static_cast<int>(fill.value & 0xff), fill.width);
    } else if (fill.value_size == 2) {
      std::fill_n(reinterpret_cast<std::uint16_t*>(row), fill.width, static_cast<std::uint16_t>(fill.value));
    } else {
      std::fill_n(reinterpret_cast<std::uint32_t*>(row), fill.width, fill.value);
    }
    MemoryTable::process().mark_initialised(row, fill.width * fill.value_size);
  }
}

}  // namespace

CUgraphNodeType type_of(const Work& work) {
  constexpr CUgraphNodeType types[] = {
      CU_GRAPH_NODE_TYPE_EMPTY,        CU_GRAPH_NODE_TYPE_KERNEL,     CU_GRAPH_NODE_TYPE_MEMCPY,
      CU_GRAPH_NODE_TYPE_MEMSET,       CU_GRAPH_NODE_TYPE_HOST,       CU_GRAPH_NODE_TYPE_GRAPH,
      CU_GRAPH_NODE_TYPE_EVENT_RECORD, CU_GRAPH_NODE_TYPE_WAIT_EVENT, CU_GRAPH_NODE_TYPE_MEM_ALLOC,
      CU_GRAPH_NODE_TYPE_MEM_FREE,
  };
  static_assert(std::size(types) == std::variant_size_v<Work>);
  return types[work.index()];
}

void run(const Work& work, Context& context) {
  if (const auto* kernel = std::get_if<KernelWork>(&work)) {
    kernel->launch->run(context);
  } else if (const auto* copy = std::get_if<CopyWork>(&work)) {
    run_copy(*copy, context);
  } else if (const auto* fill = std::get_if<FillWork>(&work)) {
    run_fill(*fill, context);
  } else if (const auto* host = std::get_if<HostWork>(&work)) {
    const HostFunctionScope scope;
    host->function(host->data);
  } else if (const auto* allocation = std::get_if<AllocateWork>(&work)) {
    allocations().set_freeing(allocation->memory->address, false);
  } else if (const auto* free = std::get_if<FreeWork>(&work)) {
    if (!allocations().free(free->address)) context.set_error(CUDA_ERROR_INVALID_VALUE);
  }
}

GraphMemory::~GraphMemory() {
  if (address == 0) return;
  allocations().discard(address);
  device->graph_memory.fetch_sub(size, std::memory_order_relaxed);
}

AllocateWork graph_allocation(Device& device, std::size_t size) {
  require(size != 0);
  auto memory = std::make_shared<GraphMemory>();
  AllocationInfo info;
  info.size = size;
  info.device = &device;
  info.graph_owned = true;
  memory->address = allocations().allocate(std::move(info), 256).base;
  memory->size = size;
  memory->device = &device;
  const std::size_t now = device.graph_memory.fetch_add(size, std::memory_order_relaxed) + size;
  std::size_t high = device.graph_memory_high.load(std::memory_order_relaxed);
  while (now > high &&
         !device.graph_memory_high.compare_exchange_weak(high, now, std::memory_order_relaxed)) {
  }
  return {std::move(memory)};
}

FreeWork graph_free(Address address) {
  const auto info = allocations().find_base(address);
  require(info && info->on_device());
  return {address};
}

FillWork checked_fill(Address destination, std::size_t pitch, std::uint32_t value, unsigned value_size,
                      std::size_t width, std::size_t height) {
  FillWork fill{destination, pitch, value, value_size, width, height, 0};
  require(value_size == 1 || value_size == 2 || value_size == 4);
  require(destination % value_size == 0);
  std::size_t row_bytes;
  require(!__builtin_mul_overflow(width, value_size, &row_bytes));
  require(height <= 1 || (pitch >= row_bytes && pitch % value_size == 0));
  require(!__builtin_mul_overflow(pitch, height - 1, &fill.size) &&
          !__builtin_add_overflow(fill.size, row_bytes, &fill.size));
  require(MemoryTable::process().contains(destination, fill.size));
  return fill;
}

}  // namespace gpu_emulator::driver

#include "driver/allocations.hpp"

#include <mutex>
#include <utility>
#include <vector>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/memory_pool.hpp"

namespace gpu_emulator::driver {
namespace {

MemoryKind table_kind(AllocationInfo::Kind kind) {
  switch (kind) {
    case AllocationInfo::Kind::device:
      return MemoryKind::device;
    case AllocationInfo::Kind::managed:
      return MemoryKind::managed;
    case AllocationInfo::Kind::host:
    case AllocationInfo::Kind::registered:
      break;
  }
  return MemoryKind::host;
}

void give_back(const AllocationInfo& info) {
  if (info.on_device()) info.device->used_memory.fetch_sub(info.size, std::memory_order_relaxed);
  if (info.pool != nullptr) info.pool->freed(info.size);
}

}  // namespace

void charge(Device& device, std::size_t size) {
  const std::size_t limit = the_driver().config.device_memory;
  std::size_t used = device.used_memory.load(std::memory_order_relaxed);
  do {
    require(size <= limit && used <= limit - size, CUDA_ERROR_OUT_OF_MEMORY);
  } while (!device.used_memory.compare_exchange_weak(used, used + size, std::memory_order_relaxed));
}

AllocationInfo Allocations::allocate(AllocationInfo info, std::size_t alignment) {
  if (info.on_device()) charge(*info.device, info.size);
  info.base = MemoryTable::process().allocate(info.size, alignment, table_kind(info.kind), {},
                                              static_cast<std::uint32_t>(info.device->ordinal));
  if (info.base == 0) {
    if (info.on_device()) info.device->used_memory.fetch_sub(info.size, std::memory_order_relaxed);
    fail(CUDA_ERROR_OUT_OF_MEMORY);
  }
  if (info.pool != nullptr) info.pool->allocated(info.size);
  const std::unique_lock lock(mutex_);
  info.buffer_id = next_buffer_id_++;
  live_.insert_or_assign(info.base, info);
  return info;
}

void Allocations::adopt(AllocationInfo info) {
  require(MemoryTable::process().adopt(info.base, info.size, MemoryKind::host, {},
                                       static_cast<std::uint32_t>(info.device->ordinal)),
          CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  const std::unique_lock lock(mutex_);
  info.buffer_id = next_buffer_id_++;
  live_.insert_or_assign(info.base, std::move(info));
}

std::optional<AllocationInfo> Allocations::find(Address address) const {
  const std::shared_lock lock(mutex_);
  auto next = live_.upper_bound(address);
  if (next == live_.begin()) return std::nullopt;
  const AllocationInfo& info = std::prev(next)->second;
  if (address - info.base >= info.size) return std::nullopt;
  return info;
}

std::optional<AllocationInfo> Allocations::find_base(Address address) const {
  const std::shared_lock lock(mutex_);
  const auto found = live_.find(address);
  if (found == live_.end()) return std::nullopt;
  return found->second;
}

bool Allocations::begin_freeing(Address base) {
  const std::unique_lock lock(mutex_);
  const auto found = live_.find(base);
  if (found == live_.end() || found->second.freeing) return false;
  found->second.freeing = true;
  return true;
}

void Allocations::set_freeing(Address base, bool freeing) {
  const std::unique_lock lock(mutex_);
  const auto found = live_.find(base);
  if (found != live_.end()) found->second.freeing = freeing;
}

void Allocations::discard(Address base) {
  {
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(base);
    if (found != live_.end()) found->second.graph_owned = false;
  }
  free(base);
}

bool Allocations::free(Address base) {
  AllocationInfo info;
  {
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(base);
    if (found == live_.end()) return false;
    if (found->second.graph_owned) {
      found->second.freeing = true;
      return true;
    }
    info = std::move(found->second);
    live_.erase(found);
  }
  MemoryTable::process().free(base);
  give_back(info);
  return true;
}

template <typename Predicate>
void Allocations::free_where(Predicate predicate) {
  std::vector<Address> bases;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [base, info] : live_) {
      if (predicate(info)) bases.push_back(base);
    }
  }
  for (const Address base : bases) free(base);
}

void Allocations::free_all(const Context& context) {
  free_where([&](const AllocationInfo& info) { return info.context_id == context.id(); });
}

void Allocations::free_all(const MemoryPool& pool) {
  free_where([&](const AllocationInfo& info) { return info.pool.get() == &pool; });
}

Allocations& allocations() {
  static auto* const instance = new Allocations;  // never destroyed: workers may outlive the end of main
  return *instance;
}

}  // namespace gpu_emulator::driver

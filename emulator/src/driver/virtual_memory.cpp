#include "driver/virtual_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "driver/allocations.hpp"
#include "driver/device.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

namespace gpu_emulator::driver {
namespace {

constexpr std::size_t page = 4096;

/// Takes the addresses without memory behind them.
void* hold_addresses(void* where, std::size_t size, int fixed) {
  return mmap(where, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
}

OpaqueMemory* table_handle(CUmemGenericAllocationHandle handle) {
  return reinterpret_cast<OpaqueMemory*>(static_cast<std::uintptr_t>(handle));
}

bool whole(std::size_t value) { return value != 0 && value % VirtualMemory::granularity == 0; }

}  // namespace

PhysicalMemory::PhysicalMemory(Device& owner, std::size_t bytes, const CUmemAllocationProp& given)
    : device(owner), size(bytes), properties(given) {
  charge(device, size);
  file = memfd_create("gpu_emulator", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, static_cast<off_t>(size)) == 0) return;
  if (file >= 0) close(file);
  device.used_memory.fetch_sub(size, std::memory_order_relaxed);
  fail(CUDA_ERROR_OUT_OF_MEMORY);
}

PhysicalMemory::~PhysicalMemory() {
  close(file);
  device.used_memory.fetch_sub(size, std::memory_order_relaxed);
}

Address VirtualMemory::reserve(std::size_t size, std::size_t alignment, Address hint) {
  alignment = std::max(alignment, granularity);
  require(size != 0 && size % page == 0 && size < SIZE_MAX - alignment && hint % page == 0);
  void* const start = hold_addresses(reinterpret_cast<void*>(hint), size + alignment, 0);
  require(start != MAP_FAILED, CUDA_ERROR_OUT_OF_MEMORY);
  // What lies before the first aligned address, and behind the end, goes back.
  const auto first = reinterpret_cast<Address>(start);
  const Address base = (first + alignment - 1) / alignment * alignment;
  if (base != first) munmap(start, base - first);
  munmap(reinterpret_cast<void*>(base + size), first + alignment - base);
  const std::scoped_lock lock(mutex_);
  reservations_.emplace(base, size);
  return base;
}

void VirtualMemory::release_reservation(Address base, std::size_t size) {
  const std::scoped_lock lock(mutex_);
  const auto found = reservations_.find(base);
  require(found != reservations_.end() && found->second == size);
  const auto mapped = mappings_.lower_bound(base);
  require(mapped == mappings_.end() || mapped->first >= base + size);
  reservations_.erase(found);
  munmap(reinterpret_cast<void*>(base), size);
}

CUmemGenericAllocationHandle VirtualMemory::create(Device& device, std::size_t size,
                                                   const CUmemAllocationProp& properties) {
  require(whole(size));
  auto memory = std::make_shared<PhysicalMemory>(device, size, properties);
  const std::scoped_lock lock(mutex_);
  memory->handle = reinterpret_cast<std::uintptr_t>(the_driver().physical_memory.insert(memory));
  return memory->handle;
}

std::shared_ptr<PhysicalMemory> VirtualMemory::find(CUmemGenericAllocationHandle handle) {
  auto memory = the_driver().physical_memory.find(table_handle(handle));
  require(memory != nullptr && memory->references != 0);
  return memory;
}

void VirtualMemory::forget_if_unused(const std::shared_ptr<PhysicalMemory>& memory) {
  if (memory->references == 0 && memory->mappings == 0)
    the_driver().physical_memory.erase(table_handle(memory->handle));
}

void VirtualMemory::release(CUmemGenericAllocationHandle handle) {
  const std::scoped_lock lock(mutex_);
  const auto memory = find(handle);
  --memory->references;
  forget_if_unused(memory);
}

CUmemAllocationProp VirtualMemory::properties(CUmemGenericAllocationHandle handle) {
  const std::scoped_lock lock(mutex_);
  return find(handle)->properties;
}

CUmemGenericAllocationHandle VirtualMemory::retain(Address address) {
  const std::scoped_lock lock(mutex_);
  PhysicalMemory& memory = *mapping_at(address)->second.memory;
  ++memory.references;
  return memory.handle;
}

std::map<Address, std::size_t>::iterator VirtualMemory::reservation_of(Address base, std::size_t size) {
  auto next = reservations_.upper_bound(base);
  require(next != reservations_.begin());
  --next;
  const std::size_t offset = base - next->first;
  require(offset < next->second && size <= next->second - offset);
  return next;
}

VirtualMemory::Mappings::iterator VirtualMemory::mapping_at(Address address) {
  auto next = mappings_.upper_bound(address);
  require(next != mappings_.begin());
  --next;
  require(address - next->first < next->second.size);
  return next;
}

std::pair<VirtualMemory::Mappings::iterator, VirtualMemory::Mappings::iterator> VirtualMemory::whole_mappings(
    Address base, std::size_t size) {
  reservation_of(base, size);
  const auto first = mappings_.find(base);
  auto last = first;
  Address reached = base;
  while (last != mappings_.end() && last->first == reached && reached < base + size) {
    reached += last->second.size;
    ++last;
  }
  require(size != 0 && reached == base + size);
  return {first, last};
}

void VirtualMemory::map(Address base, std::size_t size, CUmemGenericAllocationHandle handle) {
  const std::scoped_lock lock(mutex_);
  const auto memory = find(handle);
  require(base % granularity == 0 && whole(size));
  require(size <= memory->size, CUDA_ERROR_NOT_SUPPORTED);  // so answers driver 580
  reservation_of(base, size);
  const auto next = mappings_.lower_bound(base);
  require(next == mappings_.end() || next->first >= base + size);
  require(next == mappings_.begin() || std::prev(next)->first + std::prev(next)->second.size <= base);
  void* const placed = mmap(reinterpret_cast<void*>(base), size, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_FIXED, memory->file, 0);
  require(placed != MAP_FAILED, CUDA_ERROR_OUT_OF_MEMORY);
  ++memory->mappings;
  mappings_.emplace(base, Mapping{size, memory, {}});
}

void VirtualMemory::unmap(Address base, std::size_t size) {
  const std::scoped_lock lock(mutex_);
  const auto [first, last] = whole_mappings(base, size);
  for (auto at = first; at != last; ++at) at->second.access.clear();
  const auto reservation = reservation_of(base, size);
  expose(reservation->first, reservation->second);
  hold_addresses(reinterpret_cast<void*>(base), size, MAP_FIXED);
  for (auto at = first; at != last; ++at) {
    --at->second.memory->mappings;
    forget_if_unused(at->second.memory);
  }
  mappings_.erase(first, last);
}

void VirtualMemory::set_access(Address base, std::size_t size, int device, unsigned flags) {
  const std::scoped_lock lock(mutex_);
  const auto [first, last] = whole_mappings(base, size);
  for (auto at = first; at != last; ++at) {
    if (flags == CU_MEM_ACCESS_FLAGS_PROT_NONE) {
      at->second.access.erase(device);
    } else {
      at->second.access[device] = flags;
    }
  }
  const auto reservation = reservation_of(base, size);
  expose(reservation->first, reservation->second);
}

unsigned VirtualMemory::access(Address address, int device) {
  const std::scoped_lock lock(mutex_);
  const auto& access = mapping_at(address)->second.access;
  const auto found = access.find(device);
  return found != access.end() ? found->second : 0u;  // PROT_NONE
}

void VirtualMemory::expose(Address base, std::size_t size) {
  std::map<Address, std::size_t> wanted;
  std::map<Address, std::uint32_t> tags;
  for (auto at = mappings_.lower_bound(base); at != mappings_.end() && at->first < base + size; ++at) {
    if (at->second.access.empty()) continue;
    if (!wanted.empty() && wanted.rbegin()->first + wanted.rbegin()->second == at->first) {
      wanted.rbegin()->second += at->second.size;
    } else {
      wanted.emplace(at->first, at->second.size);
      tags.emplace(at->first, static_cast<std::uint32_t>(at->second.memory->device.ordinal));
    }
  }
  for (auto at = exposed_.lower_bound(base); at != exposed_.end() && at->first < base + size;) {
    const auto same = wanted.find(at->first);
    if (same != wanted.end() && same->second == at->second) {
      wanted.erase(same);
      ++at;
    } else {
      MemoryTable::process().free(at->first);
      at = exposed_.erase(at);
    }
  }
  for (const auto& [start, bytes] : wanted) {
    require(MemoryTable::process().adopt(start, bytes, MemoryKind::device, {}, tags.at(start)));
    exposed_.emplace(start, bytes);
  }
}

VirtualMemory& virtual_memory() {
  static auto* const instance = new VirtualMemory;  // never destroyed: workers may outlive the end of main
  return *instance;
}

}  // namespace gpu_emulator::driver

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "driver/cuda_api.hpp"
#include "exec/memory.hpp"

namespace gpu_emulator::driver {

class Context;
struct Device;
class MemoryPool;

/// What the driver API knows of an allocation beyond its bytes (those are the MemoryTable's).
struct AllocationInfo {
  enum class Kind { device, managed, host, registered };

  Address base = 0;
  std::size_t size = 0;
  Kind kind = Kind::device;
  Device* device = nullptr;
  CUcontext context = nullptr;  ///< the handle of the context that it was made in; null for pools
  std::uint64_t context_id = 0;
  unsigned flags = 0;  ///< as given to cuMemHostAlloc, cuMemHostRegister or cuMemAllocManaged
  std::uint64_t buffer_id = 0;
  std::shared_ptr<MemoryPool> pool;  ///< of a stream-ordered allocation
  bool read_mostly = false;          ///< cuMemAdvise; kept for who asks
  int preferred_location = -2;       ///< a device, -1 the host, -2 none
  int accessed_by = -2;
  int prefetched_to = -2;
  bool graph_owned = false;  ///< a graph's: freeing it only says that it is not in use
  bool freeing = false;      ///< cuMemFreeAsync was called; its stream has not come to it yet

  bool on_device() const { return kind == Kind::device || kind == Kind::managed; }
};

/// All allocations that programs made through the API.
class Allocations {
 public:
  /// Allocates and enters `info` (base and buffer_id are filled in). Fails with OUT_OF_MEMORY.
  AllocationInfo allocate(AllocationInfo info, std::size_t alignment);
  /// Enters host memory that the program owns. Fails with HOST_MEMORY_ALREADY_REGISTERED.
  void adopt(AllocationInfo info);
  /// The live allocation that contains the address.
  std::optional<AllocationInfo> find(Address address) const;
  /// The live allocation that starts at the address.
  std::optional<AllocationInfo> find_base(Address address) const;
  /// Marks a stream-ordered free as under way; false where it already is, or nothing starts there.
  bool begin_freeing(Address base);
  void set_freeing(Address base, bool freeing);
  /// Frees what starts at `base`; false where nothing does. A graph's memory stays where it is.
  bool free(Address base);
  /// Frees a graph's memory for good.
  void discard(Address base);
  /// Changes what is known of the live allocation that contains the address.
  template <typename Change>
  void advise(Address address, Change change) {
    const std::unique_lock lock(mutex_);
    auto next = live_.upper_bound(address);
    if (next == live_.begin()) return;
    AllocationInfo& info = std::prev(next)->second;
    if (address - info.base < info.size) change(info);
  }
  /// Frees what a context that ends still holds.
  void free_all(const Context& context);
  /// Frees what a memory pool that ends still holds.
  void free_all(const MemoryPool& pool);

 private:
  template <typename Predicate>
  void free_where(Predicate predicate);

  mutable std::shared_mutex mutex_;
  std::map<Address, AllocationInfo> live_;
  std::uint64_t next_buffer_id_ = 1;
};

Allocations& allocations();

/// Takes the bytes off the device's memory; fails with OUT_OF_MEMORY.
void charge(Device& device, std::size_t size);

}  // namespace gpu_emulator::driver

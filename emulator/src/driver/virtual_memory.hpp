#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "driver/cuda_api.hpp"
#include "exec/memory.hpp"

namespace gpu_emulator::driver {

struct Device;

/// Memory without an address (cuMemCreate): a file in memory, which can be mapped more than once.
struct PhysicalMemory {
  PhysicalMemory(Device& owner, std::size_t bytes, const CUmemAllocationProp& given);
  ~PhysicalMemory();
  PhysicalMemory(const PhysicalMemory&) = delete;
  PhysicalMemory& operator=(const PhysicalMemory&) = delete;

  Device& device;
  const std::size_t size;
  const CUmemAllocationProp properties;
  int file = -1;
  // Guarded by VirtualMemory's mutex. The handle is good while one of the two is not 0.
  unsigned references = 1;  ///< cuMemCreate, cuMemRetainAllocationHandle
  unsigned mappings = 0;
  CUmemGenericAllocationHandle handle = 0;
};

/// Addresses that programs reserved, and the memory that lies there. What a device may touch is entered into
/// the MemoryTable: a block for each run of neighbouring mappings, so that a copy may cross them. All members
/// fail with the driver's codes.
class VirtualMemory {
 public:
  static constexpr std::size_t granularity = std::size_t{2} << 20;

  Address reserve(std::size_t size, std::size_t alignment, Address hint);
  void release_reservation(Address base, std::size_t size);
  CUmemGenericAllocationHandle create(Device& device, std::size_t size,
                                      const CUmemAllocationProp& properties);
  void release(CUmemGenericAllocationHandle handle);
  CUmemAllocationProp properties(CUmemGenericAllocationHandle handle);
  /// The handle of what is mapped there, with a reference more.
  CUmemGenericAllocationHandle retain(Address address);
  void map(Address base, std::size_t size, CUmemGenericAllocationHandle handle);
  /// Of whole mappings, side by side.
  void unmap(Address base, std::size_t size);
  void set_access(Address base, std::size_t size, int device, unsigned flags);
  unsigned access(Address address, int device);

 private:
  struct Mapping {
    std::size_t size = 0;
    std::shared_ptr<PhysicalMemory> memory;
    std::map<int, unsigned> access;  ///< by device; what is not there may not
  };
  using Mappings = std::map<Address, Mapping>;

  std::shared_ptr<PhysicalMemory> find(CUmemGenericAllocationHandle handle);
  void forget_if_unused(const std::shared_ptr<PhysicalMemory>& memory);
  /// The reservation that holds the range.
  std::map<Address, std::size_t>::iterator reservation_of(Address base, std::size_t size);
  /// The mappings that fill the range, from end to end.
  std::pair<Mappings::iterator, Mappings::iterator> whole_mappings(Address base, std::size_t size);
  Mappings::iterator mapping_at(Address address);
  /// Brings the MemoryTable in line with what may be accessed in a reservation.
  void expose(Address base, std::size_t size);

  std::mutex mutex_;
  std::map<Address, std::size_t> reservations_;
  Mappings mappings_;
  std::map<Address, std::size_t> exposed_;  ///< what the MemoryTable knows of it
};

VirtualMemory& virtual_memory();

}  // namespace gpu_emulator::driver

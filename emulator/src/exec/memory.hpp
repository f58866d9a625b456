#pragma once
/// The emulated device's memory: every allocation that a kernel or a driver call may touch.
///
/// Device addresses are host addresses of the backing memory, so that managed and host-mapped memory has one
/// address on both sides. Freed blocks stay in the table (quarantine), so that a later access is called a use
/// after free; their memory goes back to the system.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace gpu_emulator {

using Address = std::uint64_t;

enum class MemoryKind : std::uint8_t {
  device,     ///< cuMemAlloc and its kin
  host,       ///< page-locked host memory, allocated here or registered; always counts as initialised
  managed,    ///< cuMemAllocManaged and .managed variables; always counts as initialised
  constant,   ///< .const variables: kernels may only read
  module,     ///< .global variables
  parameter,  ///< a launch's parameter buffer: kernels may only read
};

const char* name_of(MemoryKind kind);

/// What the table knows of one allocation.
struct Allocation {
  Address base = 0;
  std::size_t size = 0;  ///< as asked for; accesses are checked against it, to the byte
  MemoryKind kind = MemoryKind::device;
  bool freed = false;
  bool adopted = false;      ///< the memory belongs to the caller (registered host memory)
  std::uint64_t serial = 0;  ///< 1, 2, … in the order of allocation
  std::uint32_t tag = 0;     ///< the caller's: device ordinal or the like
  std::string name;          ///< a variable's name; empty for plain allocations
};

enum class FreeResult { ok, not_an_allocation, interior_pointer, already_freed };

/// One table a process; all members may be called from any thread.
class MemoryTable {
 public:
  static MemoryTable& process();

  /// `size` bytes aligned to `alignment` (a power of two; at least 256 is used for device memory). 0 where
  /// the system has no memory left. Device memory starts uninitialised; module, constant, host and managed
  /// memory starts as zeros.
  Address allocate(std::size_t size, std::size_t alignment, MemoryKind kind, std::string_view name = {},
                   std::uint32_t tag = 0);

  /// Enters memory that the caller owns (host memory being registered). False when it overlaps a live
  /// allocation.
  bool adopt(Address base, std::size_t size, MemoryKind kind, std::string_view name = {},
             std::uint32_t tag = 0);

  /// Frees (or, for adopted memory, forgets) the allocation that starts at `base`.
  FreeResult free(Address base);

  /// The allocation that contains `address`: a live one, else a freed one that is still in quarantine.
  std::optional<Allocation> find(Address address) const;

  /// True when [address, address + size) lies within one live allocation; size 0 is within any that contains
  /// address.
  bool contains(Address address, std::size_t size) const;

  /// The allocation nearest to `address` (containing, else least distance to an edge; live before freed).
  std::optional<Allocation> nearest(Address address) const;

  /// Live bytes of `kind` with that tag.
  std::size_t bytes_in_use(MemoryKind kind, std::uint32_t tag = 0) const;

  /// Host side of the uninitialised-read check: call after a copy to, or memset of, device memory.
  void mark_initialised(Address address, std::size_t size);
  /// After a device-to-device copy: what was uninitialised stays so.
  void copy_initialised(Address destination, Address source, std::size_t size);
  /// False when any byte of the range is device memory that nothing wrote (always true when the check is
  /// off).
  bool is_initialised(Address address, std::size_t size) const;

  /// Switches the uninitialised-read check (GPU_EMULATOR_INITCHECK); only before the first allocation.
  void track_initialised(bool on);
  bool tracks_initialised() const;

  MemoryTable(const MemoryTable&) = delete;
  MemoryTable& operator=(const MemoryTable&) = delete;

  struct Block;  // the table's own record; exec/memory_block.hpp
  /// For the interpreter's access checks: the live block that contains the address, or null. Valid while
  /// generation() does not change.
  const Block* find_live(Address address) const;
  /// Changes whenever an allocation is freed.
  std::uint64_t generation() const;
  const std::atomic<std::uint64_t>& generation_counter() const;

 private:
  MemoryTable();
  ~MemoryTable();
  struct Implementation;
  std::unique_ptr<Implementation> self_;
};

}  // namespace gpu_emulator

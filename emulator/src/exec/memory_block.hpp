#pragma once
/// The memory table's record of one allocation, as the interpreter sees it.

#include "memory.hpp"

#include <atomic>

namespace gpu_emulator {

struct MemoryTable::Block {
  Allocation facts;
  bool mapped = false;      ///< by mmap, else from the C library
  void* backing = nullptr;  ///< null for adopted memory, and once the memory went back to the system
  std::size_t backing_bytes = 0;
  std::uint8_t* initialised = nullptr;  ///< a bit a byte; null when not tracked
  std::size_t initialised_bytes = 0;
  mutable std::atomic<bool> complete{false};  ///< every byte is known to be initialised: no need to look

  bool contains(Address address) const { return address - facts.base < facts.size; }
};

}  // namespace gpu_emulator

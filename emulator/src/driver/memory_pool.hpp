#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "driver/cuda_api.hpp"
#include "driver/device.hpp"

namespace gpu_emulator::driver {

/// A pool of stream-ordered memory. Freed memory goes back to the system at once, so reserved and used are
/// the same.
class MemoryPool {
 public:
  explicit MemoryPool(Device& device, bool is_default) : device_(device), default_(is_default) {}

  Device& device() const { return device_; }
  bool is_default() const { return default_; }
  void allocated(std::size_t size);
  void freed(std::size_t size) { used_.fetch_sub(size, std::memory_order_relaxed); }
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }

  CUmemoryPool handle = nullptr;
  std::atomic<std::uint64_t> high{0};
  std::atomic<std::uint64_t> release_threshold{0};
  std::atomic<int> reuse[3] = {1, 1, 1};  ///< the three REUSE attributes: kept, without effect

 private:
  Device& device_;
  const bool default_;
  std::atomic<std::uint64_t> used_{0};
};

/// The pool that the device's stream-ordered allocations come from.
std::shared_ptr<MemoryPool> current_pool(Device& device);

}  // namespace gpu_emulator::driver

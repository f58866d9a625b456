#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

#include "driver/cuda_api.hpp"

namespace gpu_emulator::driver {

class Context;
class MemoryPool;

/// One emulated device.
struct Device {
  explicit Device(int device_ordinal) : ordinal(device_ordinal) {}

  const int ordinal;
  std::atomic<std::size_t> used_memory{0};  ///< bytes of device and managed memory that programs hold

  std::atomic<std::size_t> graph_memory{0};  ///< bytes that graphs hold, and the most that they held
  std::atomic<std::size_t> graph_memory_high{0};

  std::mutex mutex;                  ///< guards what follows
  std::shared_ptr<Context> primary;  ///< made at the first retain; its handle stays the same
  unsigned primary_references = 0;
  unsigned primary_flags = 0;
  std::shared_ptr<MemoryPool> default_pool;
  std::shared_ptr<MemoryPool> current_pool;
};

/// The value of a CU_DEVICE_ATTRIBUTE_*; false for one that does not exist.
bool device_attribute(CUdevice_attribute attribute, const Device& device, int& value);

/// Limits of the emulated device (those of an H200) that launches, functions and occupancy are checked
/// against.
namespace limits {
inline constexpr unsigned threads_per_block = 1024;
inline constexpr unsigned block_x = 1024;
inline constexpr unsigned block_y = 1024;
inline constexpr unsigned block_z = 64;
inline constexpr unsigned grid_x = 2147483647;
inline constexpr unsigned grid_y = 65535;
inline constexpr unsigned grid_z = 65535;
inline constexpr unsigned warp_size = 32;
inline constexpr unsigned shared_per_block = 49152;
inline constexpr unsigned shared_per_block_opt_in = 232448;
inline constexpr unsigned shared_per_multiprocessor = 233472;
inline constexpr unsigned shared_reserved_per_block = 1024;
inline constexpr unsigned threads_per_multiprocessor = 2048;
inline constexpr unsigned blocks_per_multiprocessor = 32;
inline constexpr unsigned registers_per_block = 65536;
inline constexpr unsigned registers_per_multiprocessor = 65536;
inline constexpr unsigned constant_memory = 65536;
inline constexpr unsigned portable_cluster = 8;
inline constexpr std::size_t max_pitch = 2147483647;
inline constexpr std::size_t pitch_alignment = 512;
}  // namespace limits

}  // namespace gpu_emulator::driver

/// One kernel of an image, and the launch that every stub comes down to.
#pragma once

#include <cstdint>

#include <gpu/driver/types.hpp>
#include <gpu/launch_config.hpp>
#include <gpu/status.hpp>

namespace gpu {

class Entry;
class Library;

/// What the device's compiler made of a kernel (for the current context's device).
struct KernelAttributes {
  unsigned registers;               ///< 32-bit registers a thread
  unsigned max_threads_per_block;   ///< largest block that this kernel can run with
  std::size_t static_shared_bytes;  ///< shared memory a block, declared in the kernel
  std::size_t
      max_dynamic_shared_bytes;  ///< dynamic shared memory a launch may ask for without a further opt-in
  std::size_t constant_bytes;    ///< `__constant__` memory of the image
  std::size_t local_bytes;       ///< local memory (spills, arrays) a thread
  unsigned ptx_version;          ///< virtual architecture compiled for: 75
  unsigned binary_version;       ///< architecture of the machine code: 90
};

namespace detail {

/// What a stub needs beyond the fast path. The generated .cpp provides it, so that user code does not compile
/// it.
struct EntryOperations {
  CUkernel (*load)(Entry& entry);
  void (*launch)(Entry& entry, const LaunchContract& contract, const LaunchConfig& config, void** parameters);
  void (*retry)(Entry& entry, const LaunchContract& contract, const LaunchConfig& config, void** parameters,
                Status refusal);
  KernelAttributes (*attributes)(Entry& entry);
  unsigned (*max_active_blocks)(Entry& entry, const LaunchContract& contract, const Dim3& block,
                                std::size_t shared_bytes);
  unsigned (*suggested_block)(Entry& entry, const LaunchContract& contract, std::size_t shared_bytes);
};

using LaunchKernel = Status (*)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                unsigned, CUstream, void**, void**);

/// What every device of compute capability 5.0 and later can launch; more is asked of the device itself.
inline constexpr std::uint64_t common_grid_x = 0x7fffffff;
inline constexpr std::uint64_t common_grid_yz = 65535;
inline constexpr std::uint64_t common_block_xy = 1024;
inline constexpr std::uint64_t common_block_z = 64;
inline constexpr std::uint64_t common_threads = 1024;

/// 1 ≤ size ≤ limit, in one comparison.
constexpr bool within(std::int64_t size, std::uint64_t limit) noexcept {
  return static_cast<std::uint64_t>(size) - 1 < limit;
}

/// The sizes are such that any device takes them; the contract of the kernel is kept too.
constexpr bool surely_launchable(const LaunchContract& contract, const Dim3& grid,
                                 const Dim3& block) noexcept {
  const std::uint64_t threads = contract.max_threads == 0 ? common_threads : contract.max_threads;
  const auto& required = contract.required_block;
  if (required[0] != 0 && (block.x != required[0] || block.y != required[1] || block.z != required[2]))
    return false;
  const auto& cluster = contract.cluster;
  if (cluster[0] != 0 && (grid.x % cluster[0] != 0 || grid.y % cluster[1] != 0 || grid.z % cluster[2] != 0))
    return false;
  return within(grid.x, common_grid_x) && within(grid.y, common_grid_yz) && within(grid.z, common_grid_yz) &&
         within(block.x, common_block_xy) && within(block.y, common_block_xy) &&
         within(block.z, common_block_z) &&
         static_cast<std::uint64_t>(block.x * block.y * block.z) <= threads;
}

constexpr bool has_attributes(const LaunchConfig& config) noexcept {
  return config.cooperative || config.programmatic_dependent_launch || config.priority != stream_priority ||
         config.cluster.x != 0 || config.cluster.y != 0 || config.cluster.z != 0;
}

}  // namespace detail

/// One kernel: its library, its names and, once it is loaded, its handle. Only generated code makes entries.
class Entry {
 public:
  /// image: index into the library's images; name: in the image; shown: in messages. Defined in
  /// <gpu/library.hpp>.
  constexpr Entry(const Library& library, unsigned image, const char* name, const char* shown) noexcept;
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  const Library& library() const noexcept { return *library_; }
  unsigned image() const noexcept { return image_; }
  const char* name() const noexcept { return name_; }
  const char* shown() const noexcept { return shown_; }
  const detail::EntryOperations& operations() const noexcept { return *operations_; }

  /// The loaded kernel, or null. Acquires what `publish` wrote.
  CUkernel loaded() const noexcept { return __atomic_load_n(&handle_, __ATOMIC_ACQUIRE); }

  /// Makes the kernel known to all threads; null takes it back.
  void publish(CUkernel handle, detail::LaunchKernel launch_kernel) noexcept {
    __atomic_store_n(&launch_, launch_kernel, __ATOMIC_RELAXED);
    __atomic_store_n(&handle_, handle, __ATOMIC_RELEASE);
  }

  /// Dynamic shared memory that needs no opt-in any more.
  std::size_t free_shared_bytes() const noexcept {
    return __atomic_load_n(&free_shared_bytes_, __ATOMIC_RELAXED);
  }
  void set_free_shared_bytes(std::size_t bytes) noexcept {
    __atomic_store_n(&free_shared_bytes_, bytes, __ATOMIC_RELAXED);
  }

  /// The driver can be given the launch as it is, without a look at kernel and device.
  bool launches_plainly(const LaunchContract& contract, const LaunchConfig& config) const noexcept {
    return config.shared_bytes <= free_shared_bytes() && !detail::has_attributes(config) &&
           detail::surely_launchable(contract, config.grid, config.block);
  }

  /// Launches: the driver's call and a few comparisons; everything else happens in `operations`.
  void launch(const LaunchContract& contract, const LaunchConfig& config, void** parameters) {
    const CUkernel kernel = loaded();
    if (kernel == nullptr || !launches_plainly(contract, config)) [[unlikely]] {
      return operations_->launch(*this, contract, config, parameters);
    }
    const detail::LaunchKernel call = __atomic_load_n(&launch_, __ATOMIC_RELAXED);
    const auto size = [](auto number) { return static_cast<unsigned>(number); };
    const Status status =
        call(reinterpret_cast<CUfunction>(kernel), size(config.grid.x), size(config.grid.y),
             size(config.grid.z), size(config.block.x), size(config.block.y), size(config.block.z),
             size(config.shared_bytes), config.stream, parameters, nullptr);
    if (status != Status::success) [[unlikely]]
      operations_->retry(*this, contract, config, parameters, status);
  }

 private:
  CUkernel handle_ = nullptr;
  detail::LaunchKernel launch_ = nullptr;
  std::size_t free_shared_bytes_ = 0;
  const detail::EntryOperations* operations_;
  const Library* library_;
  const char* name_;
  const char* shown_;
  unsigned image_;
};

}  // namespace gpu

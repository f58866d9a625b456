/// The checks of a launch against kernel and device, exact, with messages. The fast path asks only whether
/// the sizes are such that no device could mind.
#pragma once

#include <algorithm>

#include <gpu/detail/launch_error.hpp>

namespace gpu::detail {

/// The device that a launch goes to: its stream's, or the current context's for the default streams.
inline Device launch_device(const LaunchConfig& config) {
  const CUstream stream = config.stream;
  if (stream == nullptr || stream == driver::stream_legacy() || stream == driver::stream_per_thread()) {
    return Device::current();
  }
  CUcontext context = nullptr;
  check(driver::api().stream_get_ctx(stream, &context), "cuStreamGetCtx");
  const CurrentScope scope(context);
  return Device::current();
}

inline void check_size(const Launch& launch, const char* field, std::int64_t size, DeviceAttribute limit,
                       const Device& device) {
  if (size < 1) {
    const bool empty = size == 0 && field[0] == 'g';
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                std::string(field) + " is " + std::to_string(size) + "; it must be at least 1" +
                    (empty ? " (where there is nothing to do, do not launch)" : ""));
  }
  const int most = device.attribute(limit);
  if (size > most) {
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                std::string(field) + " is " + std::to_string(size) + "; the limit of " + device_text(device) +
                    " is " + std::to_string(most));
  }
}

inline void check_block(const Launch& launch, const Device& device) {
  const Dim3& block = launch.config.block;
  check_size(launch, "block.x", block.x, DeviceAttribute::max_block_dim_x, device);
  check_size(launch, "block.y", block.y, DeviceAttribute::max_block_dim_y, device);
  check_size(launch, "block.z", block.z, DeviceAttribute::max_block_dim_z, device);
  const auto& required = launch.contract.required_block;
  if (const Dim3 only{required[0], required[1], required[2]}; only.x != 0 && block != only) {
    fail_launch(
        launch, Status::invalid_value, "cuLaunchKernel",
        "block is " + text_of(block) + "; the kernel was compiled for blocks of " + text_of(only) + " only");
  }
  const std::int64_t threads = block.x * block.y * block.z;
  if (launch.contract.max_threads != 0 && threads > launch.contract.max_threads) {
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                "block has " + std::to_string(threads) + " threads; the kernel's limit is " +
                    std::to_string(launch.contract.max_threads) + " (its __launch_bounds__)");
  }
  const int most = device.attribute(DeviceAttribute::max_threads_per_block);
  if (threads > most) {
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                "block has " + std::to_string(threads) + " threads; the limit of " + device_text(device) +
                    " is " + std::to_string(most));
  }
}

/// The cluster size in force: the compiled one, or the configuration's; zeros when there is none.
inline Dim3 cluster_of(const Launch& launch) {
  const auto& compiled = launch.contract.cluster;
  return compiled[0] != 0 ? Dim3{compiled[0], compiled[1], compiled[2]} : launch.config.cluster;
}

inline void check_cluster(const Launch& launch, const Device& device) {
  const Dim3 none{0, 0, 0};
  const Dim3& asked = launch.config.cluster;
  const Dim3 cluster = cluster_of(launch);
  if (cluster == none) return;
  if (asked != none && asked != cluster) {
    fail_launch(
        launch, Status::invalid_cluster_size, "cuLaunchKernelEx",
        "cluster is " + text_of(asked) + "; the kernel was compiled for clusters of " + text_of(cluster));
  }
  const struct {
    const char* name;
    std::int64_t grid;
    std::int64_t cluster;
  } dimensions[] = {{"x", launch.config.grid.x, cluster.x},
                    {"y", launch.config.grid.y, cluster.y},
                    {"z", launch.config.grid.z, cluster.z}};
  for (const auto& dimension : dimensions) {
    if (dimension.cluster < 1) {
      fail_launch(launch, Status::invalid_cluster_size, "cuLaunchKernelEx",
                  std::string("cluster.") + dimension.name + " is " + std::to_string(dimension.cluster) +
                      "; it must be at least 1");
    }
    if (dimension.grid % dimension.cluster != 0) {
      fail_launch(launch, Status::invalid_cluster_size, "cuLaunchKernelEx",
                  std::string("grid.") + dimension.name + " is " + std::to_string(dimension.grid) +
                      "; it must be a multiple of the cluster's " + std::to_string(dimension.cluster));
    }
  }
  if (device.attribute(DeviceAttribute::cluster_launch) == 0) {
    fail_launch(launch, Status::not_supported, "cuLaunchKernelEx",
                "clusters need compute capability 9.0 or later, which " + device_text(device) + " has not");
  }
}

/// Checks dynamic shared memory and, where a launch needs it, raises what the kernel may have on this device.
/// The allowance is a kernel's own, and only rises: a launch on another thread may rely on the larger one.
inline void allow_shared(const Launch& launch, std::size_t shared_bytes, const Device& device) {
  using driver::FunctionAttribute;
  const std::size_t fixed = kernel_attribute(launch, FunctionAttribute::shared_size_bytes, device);
  const auto plain = static_cast<std::size_t>(device.attribute(DeviceAttribute::max_shared_memory_per_block));
  const auto optin =
      static_cast<std::size_t>(device.attribute(DeviceAttribute::max_shared_memory_per_block_optin));
  const std::size_t most = std::max(plain, optin) - std::min(std::max(plain, optin), fixed);
  if (shared_bytes > most) {
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                "shared_bytes is " + std::to_string(shared_bytes) + "; the limit is " + std::to_string(most) +
                    " on " + device_text(device) + " (" + std::to_string(std::max(plain, optin)) + ", less " +
                    std::to_string(fixed) + " that the kernel declares)");
  }
  std::size_t allowed = plain - std::min(plain, fixed);
  const std::lock_guard lock(LibraryState::of(launch.entry.library()).mutex);
  if (shared_bytes > allowed) {
    const auto attribute = FunctionAttribute::max_dynamic_shared_size_bytes;
    allowed = std::max(shared_bytes, kernel_attribute(launch, attribute, device));
    check(driver::api().kernel_set_attribute(attribute, static_cast<int>(allowed), launch.kernel,
                                             device.handle()),
          "cuKernelSetAttribute");
  }
  // A device on which it was not raised yet refuses the launch, and the launch comes back here.
  if (allowed > launch.entry.free_shared_bytes()) launch.entry.set_free_shared_bytes(allowed);
}

inline void check_cooperative(const Launch& launch, const Device& device) {
  if (launch.config.cooperative && device.attribute(DeviceAttribute::cooperative_launch) == 0) {
    fail_launch(launch, Status::not_supported, "cuLaunchKernelEx",
                device_text(device) + " does not support cooperative launches");
  }
}

/// Throws Error where kernel or device do not allow the configuration; makes the allowances that it needs.
inline void check_launch(const Launch& launch, const Device& device) {
  const Dim3& grid = launch.config.grid;
  check_size(launch, "grid.x", grid.x, DeviceAttribute::max_grid_dim_x, device);
  check_size(launch, "grid.y", grid.y, DeviceAttribute::max_grid_dim_y, device);
  check_size(launch, "grid.z", grid.z, DeviceAttribute::max_grid_dim_z, device);
  check_block(launch, device);
  check_cluster(launch, device);
  check_cooperative(launch, device);
  allow_shared(launch, launch.config.shared_bytes, device);
}

}  // namespace gpu::detail

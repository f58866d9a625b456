/// The checks of a launch against kernel and device, exact, with messages. The fast path asks only whether
/// the sizes are such that no device could mind.
#pragma once

#include <gpu/detail/launch_error.hpp>

namespace gpu::detail {

inline CUdevice current_device() {
  CUdevice device = 0;
  check(driver::api().ctx_get_device(&device), "cuCtxGetDevice");
  return device;
}

/// The context that a launch goes to: its stream's, or the current one for the default streams.
[[gnu::cold]] inline CUcontext launch_context(const LaunchConfig& config) {
  const driver::Api& api = driver::api();
  const CUstream stream = config.stream;
  CUcontext context = nullptr;
  if (stream == nullptr || stream == driver::stream_legacy() || stream == driver::stream_per_thread()) {
    check(api.ctx_get_current(&context), "cuCtxGetCurrent");
  } else {
    check(api.stream_get_ctx(stream, &context), "cuStreamGetCtx");
  }
  if (context == nullptr) fail_call(Status::invalid_context, "cuCtxGetCurrent");
  return context;
}

inline CUdevice launch_device(const LaunchConfig& config) {
  const CurrentScope scope(launch_context(config));
  return current_device();
}

/// Throws for a field that is over a limit of the device.
[[noreturn, gnu::noinline, gnu::cold]] inline void fail_limit(const Launch& launch, const Text& found,
                                                              std::int64_t most, CUdevice device) {
  fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
              Text(found) << "; the limit of " << device_text(device) << " is " << most);
}

[[gnu::cold]] inline void check_size(const Launch& launch, const char* field, std::int64_t size,
                                     DeviceAttribute limit, CUdevice device) {
  if (size < 1) {
    const bool empty = size == 0 && field[0] == 'g';
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                Text(field) << " is " << size << "; it must be at least 1"
                            << (empty ? " (where there is nothing to do, do not launch)" : ""));
  }
  const std::int64_t most = device_attribute(limit, device);
  if (size > most) fail_limit(launch, Text(field) << " is " << size, most, device);
}

[[gnu::cold]] inline void check_block(const Launch& launch, CUdevice device) {
  const Dim3& block = launch.config.block;
  check_size(launch, "block.x", block.x, DeviceAttribute::max_block_dim_x, device);
  check_size(launch, "block.y", block.y, DeviceAttribute::max_block_dim_y, device);
  check_size(launch, "block.z", block.z, DeviceAttribute::max_block_dim_z, device);
  const auto& required = launch.contract.required_block;
  if (const Dim3 only{required[0], required[1], required[2]}; only.x != 0 && block != only) {
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                Text("block is ") << block << "; the kernel was compiled for blocks of " << only << " only");
  }
  const std::int64_t threads = block.x * block.y * block.z;
  if (launch.contract.max_threads != 0 && threads > launch.contract.max_threads) {
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel",
                Text("block has ") << threads << " threads; the kernel's limit is "
                                   << launch.contract.max_threads << " (its __launch_bounds__)");
  }
  const std::int64_t most = device_attribute(DeviceAttribute::max_threads_per_block, device);
  if (threads > most) fail_limit(launch, Text("block has ") << threads << " threads", most, device);
}

/// The cluster size in force: the compiled one, or the configuration's; zeros when there is none.
inline Dim3 cluster_of(const Launch& launch) {
  const auto& compiled = launch.contract.cluster;
  return compiled[0] != 0 ? Dim3{compiled[0], compiled[1], compiled[2]} : launch.config.cluster;
}

[[gnu::cold]] inline void check_cluster_dimension(const Launch& launch, const char* name, std::int64_t grid,
                                                  std::int64_t cluster) {
  if (cluster < 1) {
    fail_launch(launch, Status::invalid_cluster_size, "cuLaunchKernelEx",
                Text("cluster.") << name << " is " << cluster << "; it must be at least 1");
  }
  if (grid % cluster != 0) {
    fail_launch(
        launch, Status::invalid_cluster_size, "cuLaunchKernelEx",
        Text("grid.") << name << " is " << grid << "; it must be a multiple of the cluster's " << cluster);
  }
}

[[gnu::cold]] inline void check_cluster_support(const Launch& launch, CUdevice device) {
  if (device_attribute(DeviceAttribute::cluster_launch, device) == 0) {
    fail_launch(launch, Status::not_supported, "cuLaunchKernelEx",
                Text("clusters need compute capability 9.0 or later, which ")
                    << device_text(device) << " has not");
  }
}

/// Clusters of more than 8 blocks are opted in, as far as this device has room for one. Throws Error that
/// names the limit.
[[gnu::cold]] inline void check_cluster_size(const Launch& launch, std::int64_t blocks, CUdevice device) {
  constexpr int portable = 8;
  if (blocks <= portable) return;
  const driver::Api& api = driver::api();
  const LaunchConfig& config = launch.config;
  const driver::LaunchConfig asked{.grid_x = static_cast<unsigned>(config.grid.x),
                                   .grid_y = static_cast<unsigned>(config.grid.y),
                                   .grid_z = static_cast<unsigned>(config.grid.z),
                                   .block_x = static_cast<unsigned>(config.block.x),
                                   .block_y = static_cast<unsigned>(config.block.y),
                                   .block_z = static_cast<unsigned>(config.block.z),
                                   .shared_bytes = static_cast<unsigned>(config.shared_bytes),
                                   .stream = config.stream,
                                   .attributes = nullptr,
                                   .attribute_count = 0};
  int most = portable;
  const auto attribute = driver::FunctionAttribute::non_portable_cluster_size_allowed;
  if (api.kernel_set_attribute(attribute, 1, launch.kernel, device) != Status::success ||
      api.occupancy_max_potential_cluster_size(&most, reinterpret_cast<CUfunction>(launch.kernel), &asked) !=
          Status::success) {
    most = portable;
  }
  if (blocks > most) {
    fail_launch(launch, Status::invalid_cluster_size, "cuLaunchKernelEx",
                Text("cluster has ") << blocks << " blocks; the limit for this launch is " << most << " on "
                                     << device_text(device));
  }
}

[[gnu::cold]] inline void check_cluster(const Launch& launch, CUdevice device) {
  const Dim3 none{0, 0, 0};
  const Dim3& asked = launch.config.cluster;
  const Dim3 cluster = cluster_of(launch);
  if (cluster == none) return;
  if (asked != none && asked != cluster) {
    fail_launch(launch, Status::invalid_cluster_size, "cuLaunchKernelEx",
                Text("cluster is ") << asked << "; the kernel was compiled for clusters of " << cluster);
  }
  check_cluster_support(launch, device);
  check_cluster_dimension(launch, "x", launch.config.grid.x, cluster.x);
  check_cluster_dimension(launch, "y", launch.config.grid.y, cluster.y);
  check_cluster_dimension(launch, "z", launch.config.grid.z, cluster.z);
  check_cluster_size(launch, cluster.x * cluster.y * cluster.z, device);
}

/// Checks dynamic shared memory and, where a launch needs it, raises what the kernel may have on this device.
/// The allowance is a kernel's own, and only rises: a launch on another thread may rely on the larger one.
[[gnu::cold]] inline void allow_shared(const Launch& launch, std::size_t shared_bytes, CUdevice device) {
  using driver::FunctionAttribute;
  const std::int64_t fixed = kernel_attribute(launch, FunctionAttribute::shared_size_bytes, device);
  const std::int64_t plain = device_attribute(DeviceAttribute::max_shared_memory_per_block, device);
  const std::int64_t optin = device_attribute(DeviceAttribute::max_shared_memory_per_block_optin, device);
  const std::int64_t whole = plain > optin ? plain : optin;
  const std::int64_t most = whole > fixed ? whole - fixed : 0;
  if (std::cmp_greater(shared_bytes, most)) {
    Text text;
    text << "shared_bytes is " << shared_bytes << "; the limit is " << most << " on " << device_text(device);
    if (fixed != 0) text << " (" << whole << ", less " << fixed << " that the kernel declares)";
    fail_launch(launch, Status::invalid_value, "cuLaunchKernel", text);
  }
  std::int64_t allowed = plain > fixed ? plain - fixed : 0;
  const LibraryLock lock(LibraryState::of(launch.entry.library()));
  if (std::cmp_greater(shared_bytes, allowed)) {
    const auto attribute = FunctionAttribute::max_dynamic_shared_size_bytes;
    allowed = kernel_attribute(launch, attribute, device);
    if (std::cmp_greater(shared_bytes, allowed)) allowed = static_cast<std::int64_t>(shared_bytes);
    check(driver::api().kernel_set_attribute(attribute, static_cast<int>(allowed), launch.kernel, device),
          "cuKernelSetAttribute");
  }
  // A device on which it was not raised yet refuses the launch, and the launch comes back here.
  if (std::cmp_greater(allowed, launch.entry.free_shared_bytes())) {
    launch.entry.set_free_shared_bytes(static_cast<std::size_t>(allowed));
  }
}

[[gnu::cold]] inline void check_cooperative(const Launch& launch, CUdevice device) {
  if (launch.config.cooperative && device_attribute(DeviceAttribute::cooperative_launch, device) == 0) {
    fail_launch(launch, Status::not_supported, "cuLaunchKernelEx",
                Text() << device_text(device) << " does not support cooperative launches");
  }
}

/// Throws Error where kernel or device do not allow the configuration; makes the allowances that it needs.
[[gnu::cold]] inline void check_launch(const Launch& launch, CUdevice device) {
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

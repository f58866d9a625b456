/// What a launch error says.
#pragma once

#include <gpu/detail/context_share.hpp>
#include <gpu/detail/load.hpp>

namespace gpu::detail {

/// One launch, as the checks and messages see it.
struct Launch {
  Entry& entry;
  const LaunchContract& contract;
  const LaunchConfig& config;
  CUkernel kernel;
  bool query = false;  ///< nothing is launched: the kernel is asked about itself
};

/// The image that a kernel came from; null before it is loaded. Takes no lock and loads nothing: messages are
/// also made while the lock is held, and an error must not bring another.
[[gnu::cold]] inline const LoadedImage* image_of(const Entry& entry) noexcept {
  return LibraryState::of(entry.library()).image(entry.image());
}

[[gnu::cold]] inline const Image& code_of(const Entry& entry) noexcept {
  const LoadedImage* const used = image_of(entry);
  return used != nullptr ? used->code : entry.library().image(entry.image());
}

[[gnu::cold]] inline const char* log_of(const Entry& entry) noexcept {
  const LoadedImage* const used = image_of(entry);
  return used != nullptr ? used->log.text() : "";
}

/// "device 0 (NVIDIA H200)".
[[gnu::noinline, gnu::cold]] inline Text device_text(CUdevice device) {
  char name[256] = "unknown";
  driver::api().device_get_name(name, sizeof name, device);
  Text text;
  text << "device " << device << " (" << name << ")";
  return text;
}

[[gnu::cold]] inline std::int64_t device_attribute(DeviceAttribute attribute, CUdevice device) {
  int value = 0;
  check(driver::api().device_get_attribute(&value, attribute, device), "cuDeviceGetAttribute");
  return value;
}

/// "grid 4 x 1 x 1, block 2000 x 1 x 1, shared_bytes 0, the default stream" and the attributes in use.
[[gnu::cold]] inline Text config_text(const LaunchConfig& config) {
  Text text;
  text << "grid " << config.grid << ", block " << config.block << ", shared_bytes " << config.shared_bytes;
  if (config.stream == nullptr) {
    text << ", the default stream";
  } else {
    text << ", stream " << static_cast<const void*>(config.stream);
  }
  if (config.cooperative) text << ", cooperative";
  if (config.cluster != Dim3{0, 0, 0}) text << ", cluster " << config.cluster;
  if (config.priority != stream_priority) text << ", priority " << config.priority;
  if (config.programmatic_dependent_launch) text << ", programmatic_dependent_launch";
  return text;
}

/// `failed`: the driver was called and said so; else the call is the one that would have been made, which of
/// a query there is none.
[[noreturn, gnu::noinline, gnu::cold]] inline void fail_launch(const Launch& launch, Status status,
                                                               const char* call, const Text& reason,
                                                               bool failed = false) {
  const char* const name = launch.entry.shown();
  Text text = fault_text(status);
  if (launch.query) {
    text << "cannot answer for " << name << ": " << reason << fault_advice(status);
    throw Error(status, failed ? call : "gpu::Kernel", text.c_str(), name);
  }
  text << "cannot launch " << name << " {" << config_text(launch.config) << "}: " << reason
       << fault_advice(status);
  throw Error(status, call, text.c_str(), name);
}

[[gnu::cold]] inline std::int64_t kernel_attribute(const Launch& launch, driver::FunctionAttribute attribute,
                                                   CUdevice device) {
  int value = 0;
  const Status status = driver::api().kernel_get_attribute(&value, attribute, launch.kernel, device);
  if (status != Status::success) {
    fail_load(launch.entry.library(), code_of(launch.entry), log_of(launch.entry), status,
              "cuKernelGetAttribute",
              Text("the kernel ") << launch.entry.shown() << " on " << device_text(device));
  }
  return value;
}

/// Why the driver refused a launch that passed the checks, as far as the kernel's and the device's numbers
/// tell.
[[gnu::cold]] inline Text refusal_text(const Launch& launch, Status status, CUdevice device) {
  using driver::FunctionAttribute;
  const Dim3& grid = launch.config.grid;
  const Dim3& block = launch.config.block;
  const std::int64_t threads = block.x * block.y * block.z;
  Text text;
  switch (status) {
    case Status::launch_out_of_resources:
    case Status::invalid_value: {
      const std::int64_t most = kernel_attribute(launch, FunctionAttribute::max_threads_per_block, device);
      if (threads <= most) return text;
      text << ": block has " << threads << " threads; with "
           << kernel_attribute(launch, FunctionAttribute::num_regs, device)
           << " registers a thread this kernel can run at most " << most << " on " << device_text(device)
           << ". Launch smaller blocks, or compile the kernel with __launch_bounds__(" << threads << ")";
      return text;
    }
    case Status::cooperative_launch_too_large: {
      int blocks = 0;
      driver::api().occupancy_max_active_blocks(&blocks, reinterpret_cast<CUfunction>(launch.kernel),
                                                static_cast<int>(threads), launch.config.shared_bytes);
      text << ": grid has " << grid.x * grid.y * grid.z
           << " blocks; a cooperative launch keeps all of them resident, and " << device_text(device)
           << " holds " << blocks << " on each of its "
           << device_attribute(DeviceAttribute::multiprocessor_count, device) << " multiprocessors";
      return text;
    }
    case Status::invalid_handle:
      if (launch.config.stream != nullptr)
        text << ": the stream was destroyed, or belongs to another context";
      return text;
    case Status::no_binary_for_gpu:
    case Status::invalid_ptx:
    case Status::unsupported_ptx_version:
      return load_failure_text(code_of(launch.entry), status);
    default:
      return text;
  }
}

/// Throws for a launch that the driver refused; `device` is where it was to run, null when not known.
[[noreturn, gnu::noinline, gnu::cold]] inline void fail_refused(const Launch& launch, Status status,
                                                                const char* call, const CUdevice* device) {
  Text reason;
  reason << call << " failed with " << status_text(status);
  if (device != nullptr) reason << refusal_text(launch, status, *device);
  if (const char* const cause = usual_cause(status); *cause != '\0') reason << ": " << cause;
  reason << jit_log_text(log_of(launch.entry));
  fail_launch(launch, status, call, reason, true);
}

}  // namespace gpu::detail

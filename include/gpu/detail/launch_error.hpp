/// What a launch error says.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include <gpu/detail/context_share.hpp>
#include <gpu/detail/load.hpp>
#include <gpu/device.hpp>

namespace gpu::detail {

/// One launch, as the checks and messages see it.
struct Launch {
  Entry& entry;
  const LaunchContract& contract;
  const LaunchConfig& config;
  CUkernel kernel;
};

inline std::string pointer_text(const void* pointer) {
  char text[24];
  std::snprintf(text, sizeof text, "%p", pointer);
  return text;
}

/// "grid 4 x 1 x 1, block 2000 x 1 x 1, shared_bytes 0, the default stream" and the attributes in use.
inline std::string config_text(const LaunchConfig& config) {
  std::string text = "grid " + text_of(config.grid) + ", block " + text_of(config.block);
  text += ", shared_bytes " + std::to_string(config.shared_bytes);
  text += config.stream == nullptr ? ", the default stream" : ", stream " + pointer_text(config.stream);
  if (config.cooperative) text += ", cooperative";
  if (config.cluster != Dim3{0, 0, 0}) text += ", cluster " + text_of(config.cluster);
  if (config.priority != stream_priority) text += ", priority " + std::to_string(config.priority);
  if (config.programmatic_dependent_launch) text += ", programmatic_dependent_launch";
  return text;
}

[[noreturn]] inline void fail_launch(const Launch& launch, Status status, const char* call,
                                     const std::string& reason) {
  const char* const name = launch.entry.shown();
  const std::string message =
      std::string("cannot launch ") + name + " {" + config_text(launch.config) + "}: " + reason;
  throw Error(status, call, message.c_str(), name);
}

inline std::string device_text(const Device& device) {
  return "device " + std::to_string(device.ordinal()) + " (" + device.name() + ")";
}

inline std::size_t kernel_attribute(const Launch& launch, driver::FunctionAttribute attribute,
                                    const Device& device) {
  int value = 0;
  const Status status = driver::api().kernel_get_attribute(&value, attribute, launch.kernel, device.handle());
  if (status != Status::success) {
    fail_load(launch.entry.library(), launch.entry.image(), status, "cuKernelGetAttribute",
              std::string("the kernel ") + launch.entry.shown() + " on " + device_text(device));
  }
  return static_cast<std::size_t>(value);
}

/// Why the driver refused a launch that passed the checks, as far as the kernel's and the device's numbers
/// tell.
inline std::string refusal_text(const Launch& launch, Status status, const Device& device) {
  using driver::FunctionAttribute;
  const Dim3& block = launch.config.block;
  const auto threads = static_cast<std::size_t>(block.x * block.y * block.z);
  switch (status) {
    case Status::launch_out_of_resources:
    case Status::invalid_value: {
      const std::size_t most = kernel_attribute(launch, FunctionAttribute::max_threads_per_block, device);
      if (threads <= most) return {};
      const std::size_t registers = kernel_attribute(launch, FunctionAttribute::num_regs, device);
      return ": block has " + std::to_string(threads) + " threads; with " + std::to_string(registers) +
             " registers a thread this kernel can run at most " + std::to_string(most) + " on " +
             device_text(device) + ". Launch smaller blocks, or compile the kernel with __launch_bounds__(" +
             std::to_string(threads) + ")";
    }
    case Status::cooperative_launch_too_large: {
      int blocks = 0;
      driver::api().occupancy_max_active_blocks(&blocks, reinterpret_cast<CUfunction>(launch.kernel),
                                                static_cast<int>(threads), launch.config.shared_bytes);
      const Dim3& grid = launch.config.grid;
      return ": grid has " + std::to_string(grid.x * grid.y * grid.z) +
             " blocks; a cooperative launch keeps all of them resident, and " + device_text(device) +
             " holds " + std::to_string(blocks) + " on each of its " +
             std::to_string(device.multiprocessor_count()) + " multiprocessors";
    }
    case Status::invalid_handle:
      return launch.config.stream == nullptr ? ""
                                             : ": the stream was destroyed, or belongs to another context";
    case Status::no_binary_for_gpu:
    case Status::invalid_ptx:
    case Status::unsupported_ptx_version:
      return load_failure_text(launch.entry.library().image(launch.entry.image()), status);
    default:
      return {};
  }
}

/// Throws for a launch that the driver refused.
[[noreturn]] inline void fail_refused(const Launch& launch, Status status, const char* call,
                                      const Device* device) {
  std::string reason = std::string(call) + " failed with " + status_text(status);
  if (device != nullptr) reason += refusal_text(launch, status, *device);
  if (const char* const cause = usual_cause(status); *cause != '\0') reason += std::string(": ") + cause;
  const LoadedImage& image = LibraryState::of(launch.entry.library()).images[launch.entry.image()];
  reason += jit_log_text(image.log.get());
  fail_launch(launch, status, call, reason);
}

}  // namespace gpu::detail

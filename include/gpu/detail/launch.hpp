/// The launches that leave the fast path, and what a kernel answers about itself.
#pragma once

#include <gpu/detail/launch_check.hpp>

namespace gpu::detail {

[[gnu::cold]] inline Status launch_with_attributes(const Launch& launch, void** parameters) {
  using driver::LaunchAttribute;
  using driver::LaunchAttributeId;
  const LaunchConfig& config = launch.config;
  LaunchAttribute attributes[4] = {};
  unsigned count = 0;
  if (config.cooperative) {
    attributes[count].id = LaunchAttributeId::cooperative;
    attributes[count++].value.cooperative = 1;
  }
  if (config.cluster.x != 0 && launch.contract.cluster[0] == 0) {
    attributes[count].id = LaunchAttributeId::cluster_dimension;
    attributes[count++].value.cluster_dimension = {static_cast<unsigned>(config.cluster.x),
                                                   static_cast<unsigned>(config.cluster.y),
                                                   static_cast<unsigned>(config.cluster.z)};
  }
  if (config.priority != stream_priority) {
    attributes[count].id = LaunchAttributeId::priority;
    attributes[count++].value.priority = config.priority;
  }
  if (config.programmatic_dependent_launch) {
    attributes[count].id = LaunchAttributeId::programmatic_stream_serialization;
    attributes[count++].value.programmatic_stream_serialization = 1;
  }
  const driver::LaunchConfig given{static_cast<unsigned>(config.grid.x),
                                   static_cast<unsigned>(config.grid.y),
                                   static_cast<unsigned>(config.grid.z),
                                   static_cast<unsigned>(config.block.x),
                                   static_cast<unsigned>(config.block.y),
                                   static_cast<unsigned>(config.block.z),
                                   static_cast<unsigned>(config.shared_bytes),
                                   config.stream,
                                   attributes,
                                   count};
  return driver::api().launch_kernel_ex(&given, reinterpret_cast<CUfunction>(launch.kernel), parameters,
                                        nullptr);
}

inline Status launch_plainly(const Launch& launch, void** parameters) {
  const Dim3& grid = launch.config.grid;
  const Dim3& block = launch.config.block;
  return driver::api().launch_kernel(
      reinterpret_cast<CUfunction>(launch.kernel), static_cast<unsigned>(grid.x),
      static_cast<unsigned>(grid.y), static_cast<unsigned>(grid.z), static_cast<unsigned>(block.x),
      static_cast<unsigned>(block.y), static_cast<unsigned>(block.z),
      static_cast<unsigned>(launch.config.shared_bytes), launch.config.stream, parameters, nullptr);
}

[[gnu::cold]] inline CUdevice device_for(const Launch& launch) {
  try {
    return launch_device(launch.config);
  } catch (const Error& error) {
    fail_refused(launch, error.status(), error.call(), nullptr);
  }
}

inline Status launch_unchecked(const Launch& launch, void** parameters) {
  return has_attributes(launch.config) ? launch_with_attributes(launch, parameters)
                                       : launch_plainly(launch, parameters);
}

inline bool is_captured(const Launch& launch) {
  driver::CaptureStatus capture = driver::CaptureStatus::none;
  const Status status = driver::api().stream_is_capturing(launch.config.stream, &capture);
  return status == Status::success && capture != driver::CaptureStatus::none;
}

/// Launches and waits for the kernel, with nothing before it under way: a fault is its own. Throws Error that
/// names it.
[[gnu::cold]] inline Status launch_and_wait(const Launch& launch, void** parameters) {
  const driver::Api& api = driver::api();
  const CurrentScope scope(launch_context(launch.config));
  check(api.ctx_synchronize(), "cuCtxSynchronize");
  Status status = launch_unchecked(launch, parameters);
  if (status == Status::success) status = api.stream_synchronize(launch.config.stream);
  if (!is_kernel_fault(status)) return status;
  const char* const name = launch.entry.shown();
  Text text;
  text << "the kernel " << name << " {" << config_text(launch.config) << "} failed with "
       << status_text(status);
  throw Error(status, "cuStreamSynchronize", text.c_str(), name);
}

/// Checks exactly, then launches.
[[gnu::cold]] inline void launch_checked(const Launch& launch, void** parameters) {
  const CUdevice device = device_for(launch);
  {
    const RelaxedCapture relaxed;  // asking a kernel for its attributes may load it on this device
    check_launch(launch, device);
  }
  const bool blocking = launch_blocking() && !is_captured(launch);
  const Status status = blocking ? launch_and_wait(launch, parameters) : launch_unchecked(launch, parameters);
  if (status != Status::success) {
    fail_refused(launch, status, has_attributes(launch.config) ? "cuLaunchKernelEx" : "cuLaunchKernel",
                 &device);
  }
}

/// The first launch of a kernel, one with attributes, or one that needs a closer look.
[[gnu::cold]] inline void launch_slowly(Entry& entry, const LaunchContract& contract,
                                        const LaunchConfig& config, void** parameters) {
  CUkernel kernel = entry.loaded();
  if (kernel == nullptr) {
    const RelaxedCapture relaxed;  // the launch itself may load the kernel on this device
    kernel = load_entry_relaxed(entry);
    const Launch launch{entry, contract, config, kernel};
    if (entry.launches_plainly(contract, config) && !launch_blocking() && !is_captured(launch))
      return entry.launch(contract, config, parameters);
  }
  launch_checked({entry, contract, config, kernel}, parameters);
}

/// After a launch that the driver refused. Nothing ran: a refusal for want of shared memory is mended and
/// launched again.
[[gnu::cold]] inline void launch_again(Entry& entry, const LaunchContract& contract,
                                       const LaunchConfig& config, void** parameters, Status refusal) {
  const Launch launch{entry, contract, config, entry.loaded()};
  if (refusal == Status::invalid_value || refusal == not_launched) return launch_checked(launch, parameters);
  if (refusal == Status::invalid_context) fail_refused(launch, refusal, "cuLaunchKernel", nullptr);
  const CUdevice device = device_for(launch);
  fail_refused(launch, refusal, "cuLaunchKernel", &device);
}

[[gnu::cold]] inline KernelAttributes kernel_attributes(Entry& entry) {
  using driver::FunctionAttribute;
  const LaunchContract contract{};
  const LaunchConfig config{.grid = 1, .block = 1};
  const Launch launch{entry, contract, config, load_entry(entry), true};
  const CUdevice device = device_for(launch);
  const auto value = [&](FunctionAttribute attribute) { return kernel_attribute(launch, attribute, device); };
  return {.registers = static_cast<unsigned>(value(FunctionAttribute::num_regs)),
          .max_threads_per_block = static_cast<unsigned>(value(FunctionAttribute::max_threads_per_block)),
          .static_shared_bytes = static_cast<std::size_t>(value(FunctionAttribute::shared_size_bytes)),
          .max_dynamic_shared_bytes =
              static_cast<std::size_t>(value(FunctionAttribute::max_dynamic_shared_size_bytes)),
          .constant_bytes = static_cast<std::size_t>(value(FunctionAttribute::const_size_bytes)),
          .local_bytes = static_cast<std::size_t>(value(FunctionAttribute::local_size_bytes)),
          .ptx_version = static_cast<unsigned>(value(FunctionAttribute::ptx_version)),
          .binary_version = static_cast<unsigned>(value(FunctionAttribute::binary_version))};
}

[[gnu::cold]] inline unsigned max_active_blocks(Entry& entry, const LaunchContract& contract,
                                                const Dim3& block, std::size_t shared_bytes) {
  const LaunchConfig config{.grid = 1, .block = block, .shared_bytes = shared_bytes};
  const Launch launch{entry, contract, config, load_entry(entry), true};
  const CUdevice device = device_for(launch);
  check_block(launch, device);
  allow_shared(launch, shared_bytes, device);
  int blocks = 0;
  check(
      driver::api().occupancy_max_active_blocks(&blocks, reinterpret_cast<CUfunction>(launch.kernel),
                                                static_cast<int>(block.x * block.y * block.z), shared_bytes),
      "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(blocks);
}

[[gnu::cold]] inline unsigned suggested_block(Entry& entry, const LaunchContract& contract,
                                              std::size_t shared_bytes) {
  const auto& required = contract.required_block;
  if (required[0] != 0) return required[0] * required[1] * required[2];
  const LaunchConfig config{.grid = 1, .block = 1, .shared_bytes = shared_bytes};
  const Launch launch{entry, contract, config, load_entry(entry), true};
  allow_shared(launch, shared_bytes, device_for(launch));
  int grid_blocks = 0;
  int block_threads = 0;
  check(driver::api().occupancy_max_potential_block_size(
            &grid_blocks, &block_threads, reinterpret_cast<CUfunction>(launch.kernel), nullptr, shared_bytes,
            static_cast<int>(contract.max_threads)),
        "cuOccupancyMaxPotentialBlockSize");
  return static_cast<unsigned>(block_threads);
}

inline constexpr EntryOperations entry_operations{load_entry,        launch_slowly,     launch_again,
                                                  kernel_attributes, max_active_blocks, suggested_block};

}  // namespace gpu::detail

namespace gpu {

constexpr Entry::Entry(const Library& library, unsigned image, const char* name, const char* shown) noexcept
    : operations_(&detail::entry_operations), library_(&library), name_(name), shown_(shown), image_(image) {}

inline void Library::load() const {
  const CUdevice device = detail::current_device();
  for (std::size_t index = 0; index < entry_count_; ++index) {
    Entry& entry = *entries_[index];
    const LaunchContract contract{};
    const LaunchConfig config{.grid = 1, .block = 1};
    const detail::Launch launch{entry, contract, config, detail::load_entry(entry), true};
    detail::kernel_attribute(launch, driver::FunctionAttribute::num_regs, device);
  }
}

}  // namespace gpu

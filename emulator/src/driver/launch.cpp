#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/function_attributes.hpp"
#include "driver/launch_request.hpp"
#include "driver/submit.hpp"
#include "driver/work.hpp"

namespace gpu_emulator::driver {
namespace {

std::uint64_t product(const Dim3& size) { return std::uint64_t{size[0]} * size[1] * size[2]; }

void check_block(const Dim3& block, const Entry& entry) {
  require(product(block) != 0);
  require(block[0] <= limits::block_x && block[1] <= limits::block_y && block[2] <= limits::block_z);
  // The product counts, not the shape: 8×16 passes for .maxntid 128, 1, 1.
  require(product(block) <= max_threads(entry));
  if (product(entry.required_block) != 0) require(block == entry.required_block);
}

void check_grid(const Dim3& grid) {
  require(product(grid) != 0);
  require(grid[0] <= limits::grid_x && grid[1] <= limits::grid_y && grid[2] <= limits::grid_z);
}

/// The cluster that a launch uses: the code's, the function's setting, the launch's, or single blocks.
Dim3 choose_cluster(const LaunchRequest& request, const Entry& entry, const FunctionSettings& settings) {
  Dim3 cluster = request.cluster;
  Dim3 required_cluster{};
  for (std::size_t i = 0; i < 3; ++i)
    required_cluster[i] = static_cast<std::uint32_t>(settings.cluster[i].load());
  if (required_cluster[0] != 0) {
    for (auto& size : required_cluster) size = size == 0 ? 1 : size;
    require(product(cluster) == 0 || cluster == required_cluster, CUDA_ERROR_INVALID_CLUSTER_SIZE);
    cluster = required_cluster;
  }
  if (product(cluster) == 0) return {1, 1, 1};
  const unsigned most =
      settings.non_portable_cluster != 0 ? 2 * limits::portable_cluster : limits::portable_cluster;
  require(product(cluster) <= most && (entry.max_cluster == 0 || product(cluster) <= entry.max_cluster),
          CUDA_ERROR_INVALID_CLUSTER_SIZE);
  for (std::size_t i = 0; i < 3; ++i) require(request.grid[i] % cluster[i] == 0);
  return cluster;
}

/// The bytes behind an `extra` array. A buffer shorter than the parameters is accepted, as a real driver
/// does.
std::vector<std::byte> unpack_extra(void** extra, std::size_t parameter_bytes) {
  const void* buffer = nullptr;
  const std::size_t* size = nullptr;
  for (void** item = extra; *item != CU_LAUNCH_PARAM_END; item += 2) {
    if (*item == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = item[1];
    } else if (*item == CU_LAUNCH_PARAM_BUFFER_SIZE) {
      size = static_cast<const std::size_t*>(item[1]);
    } else {
      fail(CUDA_ERROR_INVALID_VALUE);
    }
  }
  std::vector<std::byte> arguments(parameter_bytes);
  if (parameter_bytes == 0) return arguments;
  require(buffer != nullptr && size != nullptr);
  std::memcpy(arguments.data(), buffer, *size < parameter_bytes ? *size : parameter_bytes);
  return arguments;
}

std::vector<std::byte> pack_arguments(const LaunchRequest& request, const Entry& entry) {
  require(request.parameters == nullptr || request.extra == nullptr);
  if (request.extra != nullptr) return unpack_extra(request.extra, entry.parameter_bytes);
  std::vector<std::byte> arguments(entry.parameter_bytes);
  require(request.parameters != nullptr || entry.parameters.empty());
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const Parameter& parameter = entry.parameters[i];
    require(request.parameters[i] != nullptr);
    std::memcpy(arguments.data() + parameter.offset, request.parameters[i], parameter.size);
  }
  return arguments;
}

}  // namespace

PreparedLaunch prepare(const LaunchRequest& request, Context& context) {
  require(request.function != nullptr, CUDA_ERROR_INVALID_HANDLE);
  PreparedLaunch launch;
  launch.function = find_function(request.function, context);
  const Entry& entry = *launch.function->entry;
  const FunctionSettings& settings = *launch.function->settings;
  check_block(request.block, entry);
  check_grid(request.grid);
  require(request.dynamic_shared <= static_cast<unsigned>(settings.max_dynamic_shared.load()));
  launch.cluster = choose_cluster(request, entry, settings);
  if (request.cooperative) {
    const unsigned blocks =
        active_blocks(entry, static_cast<unsigned>(product(request.block)), request.dynamic_shared);
    require(product(request.grid) <=
                std::uint64_t{blocks} * static_cast<unsigned>(the_driver().config.multiprocessors),
            CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  }
  launch.arguments = pack_arguments(request, entry);
  launch.grid = request.grid;
  launch.block = request.block;
  launch.dynamic_shared = request.dynamic_shared;
  launch.cooperative = request.cooperative;
  return launch;
}

void PreparedLaunch::run(Context& context) const {
  Launch launch;
  launch.module = function->module;
  launch.entry = function->entry->index;
  launch.grid = grid;
  launch.block = block;
  launch.cluster = cluster;
  launch.dynamic_shared = dynamic_shared;
  launch.parameters = arguments;
  launch.cooperative = cooperative;
  launch.grid_id = context.next_grid.fetch_add(1, std::memory_order_relaxed);
  launch.device_ordinal = static_cast<unsigned>(context.device().ordinal);
  launch.multiprocessors = static_cast<unsigned>(the_driver().config.multiprocessors);
  const Outcome outcome = gpu_emulator::run(launch);
  if (!outcome.report.empty()) std::fwrite(outcome.report.data(), 1, outcome.report.size(), stderr);
  if (outcome.fault != Fault::none) context.set_error(static_cast<CUresult>(cuda_result(outcome.fault)));
}

CUresult launch(const LaunchRequest& request) {
  const auto stream = find_stream(request.stream);
  Context& context = stream->context();
  KernelWork work{std::make_shared<const PreparedLaunch>(prepare(request, context))};
  const CUresult result =
      submit(*stream, std::move(work), the_driver().config.launch_blocking && !stream->capturing());
  for (const CUevent handle : request.completion_events) record_event(find_event(handle), *stream);
  return result;
}

}  // namespace gpu_emulator::driver

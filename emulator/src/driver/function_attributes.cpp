#include "driver/function_attributes.hpp"

#include <algorithm>

#include "driver/device.hpp"
#include "driver/failure.hpp"

namespace gpu_emulator::driver {

unsigned max_threads(const Entry& entry) {
  const auto product = [](const auto& block) { return std::uint64_t{block[0]} * block[1] * block[2]; };
  std::uint64_t limit = product(entry.required_block);
  if (limit == 0) limit = product(entry.max_block);
  return limit == 0 ? limits::threads_per_block
                    : static_cast<unsigned>(std::min<std::uint64_t>(limit, limits::threads_per_block));
}

int function_attribute(CUfunction_attribute attribute, const Module& module, const Entry& entry,
                       const FunctionSettings& settings) {
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return static_cast<int>(max_threads(entry));
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return static_cast<int>(entry.static_shared);
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return static_cast<int>(entry.constant_bytes);
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return static_cast<int>(entry.local_bytes);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return static_cast<int>(entry.registers);
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return static_cast<int>(module.target());
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return 90;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      return 0;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return settings.max_dynamic_shared;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return settings.carveout;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
      return entry.max_cluster != 0 && entry.required_cluster[0] == 0;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      return settings.cluster[0];
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      return settings.cluster[1];
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      return settings.cluster[2];
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      return settings.non_portable_cluster;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      return settings.scheduling_policy;
    default:
      fail(CUDA_ERROR_INVALID_VALUE);
  }
}

void set_function_attribute(CUfunction_attribute attribute, int value, const Entry& entry,
                            FunctionSettings& settings) {
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      require(value >= 0 &&
              static_cast<std::size_t>(value) + entry.static_shared <= limits::shared_per_block_opt_in);
      settings.max_dynamic_shared = value;
      break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      require(value >= -1 && value <= 100);
      settings.carveout = value;
      break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: {
      // What the code itself requires cannot be changed.
      require(value >= 0 && entry.required_cluster[0] == 0);
      settings.cluster[attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH] = value;
      break;
    }
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      require(value == 0 || value == 1);
      settings.non_portable_cluster = value;
      break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      require(value >= 0 && value <= 2);
      settings.scheduling_policy = value;
      break;
    default:
      fail(CUDA_ERROR_INVALID_VALUE);
  }
}

unsigned active_blocks(const Entry& entry, unsigned threads, std::size_t dynamic_shared) {
  const std::size_t shared = entry.static_shared + dynamic_shared;
  if (threads == 0 || threads > max_threads(entry) || shared > limits::shared_per_block_opt_in) return 0;
  const unsigned warps = (threads + limits::warp_size - 1) / limits::warp_size;
  unsigned blocks = limits::blocks_per_multiprocessor;
  blocks = std::min(blocks, limits::threads_per_multiprocessor / (warps * limits::warp_size));
  // Registers are given out to warps in units of 256.
  const unsigned warp_registers = std::max(1u, (entry.registers * limits::warp_size + 255) / 256) * 256;
  blocks = std::min(blocks, limits::registers_per_multiprocessor / (warp_registers * warps));
  const std::size_t block_shared = (shared + limits::shared_reserved_per_block + 127) / 128 * 128;
  blocks = std::min(blocks, static_cast<unsigned>(limits::shared_per_multiprocessor / block_shared));
  return blocks;
}

}  // namespace gpu_emulator::driver

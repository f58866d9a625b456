// Occupancy: how many blocks fit, and which block size fits best.
#include <algorithm>

#include "driver/context.hpp"
#include "driver/device.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/function_attributes.hpp"
#include "driver/library.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

constexpr unsigned known_flags = CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE;

std::shared_ptr<Function> current_function(CUfunction handle) {
  return find_function(handle, *current_context());
}

void blocks_per_multiprocessor(int* result, CUfunction handle, int block_size, std::size_t dynamic_shared,
                               unsigned flags) {
  const auto function = current_function(handle);
  required(result);
  require(block_size > 0 && (flags & ~known_flags) == 0);
  *result =
      static_cast<int>(active_blocks(*function->entry, static_cast<unsigned>(block_size), dynamic_shared));
}

void best_block_size(int* min_grid, int* best, CUfunction handle, CUoccupancyB2DSize dynamic_shared_of,
                     std::size_t dynamic_shared, int limit, unsigned flags) {
  const auto function = current_function(handle);
  required(min_grid);
  required(best);
  require(limit >= 0 && (flags & ~known_flags) == 0);
  unsigned most = max_threads(*function->entry);
  if (limit != 0) most = std::min(most, static_cast<unsigned>(limit));
  unsigned best_threads = 0;
  unsigned best_blocks = 0;
  const unsigned step = limits::warp_size;
  for (unsigned rounded = (most + step - 1) / step * step; rounded != 0; rounded -= step) {
    const unsigned threads = std::min(rounded, most);
    const std::size_t shared =
        dynamic_shared_of != nullptr ? dynamic_shared_of(static_cast<int>(threads)) : dynamic_shared;
    const unsigned blocks = active_blocks(*function->entry, threads, shared);
    if (blocks * threads > best_blocks * best_threads) {
      best_threads = threads;
      best_blocks = blocks;
    }
    if (best_blocks * best_threads == limits::threads_per_multiprocessor) break;
  }
  *best = static_cast<int>(best_threads);
  *min_grid = static_cast<int>(best_blocks) * the_driver().config.multiprocessors;
}

unsigned cluster_blocks(const CUlaunchConfig& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      return attribute.value.clusterDim.x * attribute.value.clusterDim.y * attribute.value.clusterDim.z;
    }
  }
  return 1;
}

}  // namespace

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize,
                                                             size_t dynamicSMemSize) {
  return api([&] { blocks_per_multiprocessor(numBlocks, func, blockSize, dynamicSMemSize, 0); });
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func,
                                                                      int blockSize, size_t dynamicSMemSize,
                                                                      unsigned int flags) {
  return api([&] { blocks_per_multiprocessor(numBlocks, func, blockSize, dynamicSMemSize, flags); });
}

CUresult CUDAAPI cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func,
                                                  CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                  size_t dynamicSMemSize, int blockSizeLimit) {
  return api([&] {
    best_block_size(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit,
                    0);
  });
}

CUresult CUDAAPI cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, CUfunction func,
                                                           CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                           size_t dynamicSMemSize, int blockSizeLimit,
                                                           unsigned int flags) {
  return api([&] {
    best_block_size(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit,
                    flags);
  });
}

CUresult CUDAAPI cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func,
                                                         int numBlocks, int blockSize) {
  return api([&] {
    const auto function = current_function(func);
    required(dynamicSmemSize);
    require(numBlocks > 0 && blockSize > 0);
    const std::size_t block_share =
        limits::shared_per_multiprocessor / static_cast<std::size_t>(numBlocks) / 128 * 128;
    const std::size_t taken = function->entry->static_shared + limits::shared_reserved_per_block;
    const std::size_t available = block_share > taken ? block_share - taken : 0;
    const std::size_t most = limits::shared_per_block_opt_in - function->entry->static_shared;
    *dynamicSmemSize = std::min(available, most);
  });
}

CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func,
                                                    const CUlaunchConfig* config) {
  return api([&] {
    const auto function = current_function(func);
    required(config);
    const bool large = function->settings->non_portable_cluster != 0;
    required(clusterSize) = static_cast<int>(large ? 2 * limits::portable_cluster : limits::portable_cluster);
  });
}

CUresult CUDAAPI cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func,
                                              const CUlaunchConfig* config) {
  return api([&] {
    const auto function = current_function(func);
    const CUlaunchConfig& given = required(config);
    require(given.numAttrs == 0 || given.attrs != nullptr);
    const unsigned blocks = active_blocks(
        *function->entry, given.blockDimX * given.blockDimY * given.blockDimZ, given.sharedMemBytes);
    const unsigned cluster = std::max(1u, cluster_blocks(given));
    required(numClusters) =
        static_cast<int>(blocks * static_cast<unsigned>(the_driver().config.multiprocessors) / cluster);
  });
}

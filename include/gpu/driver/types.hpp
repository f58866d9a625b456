/// The driver API's handles, constants and structures, as far as the runtime uses them, so that no cuda.h is
/// needed.
///
/// The handles are the very types of cuda.h: a file may include both, in either order. Enumerations and
/// structures cannot be declared twice, so they have names of their own here; tests/runtime compares each
/// with cuda.h.
#pragma once

#include <cstddef>

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUevent_st* CUevent;
typedef struct CUfunc_st* CUfunction;
typedef struct CUgraph_st* CUgraph;
typedef struct CUgraphExec_st* CUgraphExec;
typedef struct CUgraphNode_st* CUgraphNode;
typedef struct CUkern_st* CUkernel;
typedef struct CUlib_st* CUlibrary;
typedef struct CUlinkState_st* CUlinkState;
typedef struct CUstream_st* CUstream;

namespace gpu {

/// What a device answers to `Device::attribute` (cuda.h: CU_DEVICE_ATTRIBUTE_…).
enum class DeviceAttribute : int {
  max_threads_per_block = 1,
  max_block_dim_x = 2,
  max_block_dim_y = 3,
  max_block_dim_z = 4,
  max_grid_dim_x = 5,
  max_grid_dim_y = 6,
  max_grid_dim_z = 7,
  max_shared_memory_per_block = 8,
  total_constant_memory = 9,
  warp_size = 10,
  max_pitch = 11,
  max_registers_per_block = 12,
  clock_rate = 13,
  multiprocessor_count = 16,
  kernel_exec_timeout = 17,
  integrated = 18,
  can_map_host_memory = 19,
  compute_mode = 20,
  concurrent_kernels = 31,
  ecc_enabled = 32,
  pci_bus_id = 33,
  pci_device_id = 34,
  memory_clock_rate = 36,
  global_memory_bus_width = 37,
  l2_cache_size = 38,
  max_threads_per_multiprocessor = 39,
  async_engine_count = 40,
  unified_addressing = 41,
  pci_domain_id = 50,
  compute_capability_major = 75,
  compute_capability_minor = 76,
  stream_priorities_supported = 78,
  max_shared_memory_per_multiprocessor = 81,
  max_registers_per_multiprocessor = 82,
  managed_memory = 83,
  concurrent_managed_access = 89,
  cooperative_launch = 95,
  max_shared_memory_per_block_optin = 97,
  virtual_memory_management_supported = 102,
  max_blocks_per_multiprocessor = 106,
  reserved_shared_memory_per_block = 111,
  memory_pools_supported = 115,
  cluster_launch = 120,
};

namespace driver {

inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned event_blocking_sync = 1;
inline constexpr unsigned event_disable_timing = 2;

/// Each thread's own default stream (CU_STREAM_PER_THREAD).
inline CUstream stream_per_thread() noexcept { return reinterpret_cast<CUstream>(std::size_t{2}); }

/// The legacy default stream by its explicit handle (CU_STREAM_LEGACY); null means the same.
inline CUstream stream_legacy() noexcept { return reinterpret_cast<CUstream>(std::size_t{1}); }

enum class FunctionAttribute : int {
  max_threads_per_block = 0,
  shared_size_bytes = 1,
  const_size_bytes = 2,
  local_size_bytes = 3,
  num_regs = 4,
  ptx_version = 5,
  binary_version = 6,
  max_dynamic_shared_size_bytes = 8,
  non_portable_cluster_size_allowed = 14,
};

enum class JitOption : int {
  error_log_buffer = 5,
  error_log_buffer_size_bytes = 6,
};

/// What cuLinkAddData is given.
enum class JitInput : int { ptx = 1, fatbinary = 2 };

/// No option is in use.
enum class LibraryOption : int {};

enum class ProcAddressResult : int { success = 0, symbol_not_found = 1 };

enum class CaptureMode : int { global = 0, thread_local_ = 1, relaxed = 2 };

enum class CaptureStatus : int { none = 0, active = 1, invalidated = 2 };

enum class LaunchAttributeId : int {
  cooperative = 2,
  cluster_dimension = 4,
  programmatic_stream_serialization = 6,
  priority = 8,
};

/// CUlaunchAttributeValue; it holds handles too, which align it.
union alignas(void*) LaunchAttributeValue {
  char padding[64];
  int cooperative;
  struct {
    unsigned x;
    unsigned y;
    unsigned z;
  } cluster_dimension;
  int programmatic_stream_serialization;
  int priority;
};

/// CUlaunchAttribute.
struct LaunchAttribute {
  LaunchAttributeId id;
  char padding[8 - sizeof(LaunchAttributeId)];
  LaunchAttributeValue value;
};

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid_x;
  unsigned grid_y;
  unsigned grid_z;
  unsigned block_x;
  unsigned block_y;
  unsigned block_z;
  unsigned shared_bytes;
  CUstream stream;
  LaunchAttribute* attributes;
  unsigned attribute_count;
};

/// CUoccupancyB2DSize.
using BlockToSharedBytes = std::size_t (*)(int block_threads);

}  // namespace driver
}  // namespace gpu

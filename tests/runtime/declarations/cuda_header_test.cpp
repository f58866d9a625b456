// The runtime's own declarations of the driver API against the toolkit's cuda.h: compiling this file is the
// test. The runtime's headers come first here and last in cuda_first_test.cpp: a file may include them in
// either order.
#include <gpu/gpu.hpp>
#include <gpu/library.hpp>

#include <cuda.h>

#include "same_signature.hpp"

namespace {

using namespace gpu::driver;

// Each function's signature, at the version that the runtime asks for.
#define GPU_KERNELS_COMPARE(member, name, symbol, parameters) \
  static_assert(same_signature<decltype(&::symbol), decltype(Api::member)>, name);
GPU_KERNELS_DRIVER_FUNCTIONS(GPU_KERNELS_COMPARE)
#undef GPU_KERNELS_COMPARE
static_assert(same_signature<decltype(&::cuGetProcAddress_v2),
                             gpu::Status (*)(const char*, void**, int, std::uint64_t, ProcAddressResult*)>);

// Each status code's value, and that it compares with cuda.h's.
#define GPU_KERNELS_COMPARE(name, value, driver_name) \
  static_assert(gpu::Status::name == driver_name && static_cast<int>(driver_name) == value, #driver_name);
GPU_KERNELS_DRIVER_STATUSES(GPU_KERNELS_COMPARE)
#undef GPU_KERNELS_COMPARE
static_assert(CUDA_ERROR_NO_DEVICE == gpu::Status::no_device && gpu::Status::no_device != CUDA_SUCCESS);

// Constants.
static_assert(stream_non_blocking == CU_STREAM_NON_BLOCKING);
static_assert(event_blocking_sync == CU_EVENT_BLOCKING_SYNC &&
              event_disable_timing == CU_EVENT_DISABLE_TIMING);

#define GPU_KERNELS_SAME(ours, theirs) \
  static_assert(static_cast<int>(ours) == static_cast<int>(theirs), #theirs)
GPU_KERNELS_SAME(FunctionAttribute::max_threads_per_block, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
GPU_KERNELS_SAME(FunctionAttribute::shared_size_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
GPU_KERNELS_SAME(FunctionAttribute::const_size_bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
GPU_KERNELS_SAME(FunctionAttribute::local_size_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
GPU_KERNELS_SAME(FunctionAttribute::num_regs, CU_FUNC_ATTRIBUTE_NUM_REGS);
GPU_KERNELS_SAME(FunctionAttribute::ptx_version, CU_FUNC_ATTRIBUTE_PTX_VERSION);
GPU_KERNELS_SAME(FunctionAttribute::binary_version, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
GPU_KERNELS_SAME(FunctionAttribute::max_dynamic_shared_size_bytes,
                 CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
GPU_KERNELS_SAME(FunctionAttribute::non_portable_cluster_size_allowed,
                 CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
GPU_KERNELS_SAME(JitOption::error_log_buffer, CU_JIT_ERROR_LOG_BUFFER);
GPU_KERNELS_SAME(JitOption::error_log_buffer_size_bytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
GPU_KERNELS_SAME(JitInput::ptx, CU_JIT_INPUT_PTX);
GPU_KERNELS_SAME(JitInput::fatbinary, CU_JIT_INPUT_FATBINARY);
GPU_KERNELS_SAME(CaptureMode::global, CU_STREAM_CAPTURE_MODE_GLOBAL);
GPU_KERNELS_SAME(CaptureMode::thread_local_, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
GPU_KERNELS_SAME(CaptureMode::relaxed, CU_STREAM_CAPTURE_MODE_RELAXED);
GPU_KERNELS_SAME(CaptureStatus::none, CU_STREAM_CAPTURE_STATUS_NONE);
GPU_KERNELS_SAME(CaptureStatus::active, CU_STREAM_CAPTURE_STATUS_ACTIVE);
GPU_KERNELS_SAME(CaptureStatus::invalidated, CU_STREAM_CAPTURE_STATUS_INVALIDATED);
GPU_KERNELS_SAME(ProcAddressResult::success, CU_GET_PROC_ADDRESS_SUCCESS);
GPU_KERNELS_SAME(ProcAddressResult::symbol_not_found, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
GPU_KERNELS_SAME(LaunchAttributeId::cooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
GPU_KERNELS_SAME(LaunchAttributeId::cluster_dimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
GPU_KERNELS_SAME(LaunchAttributeId::programmatic_stream_serialization,
                 CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);
GPU_KERNELS_SAME(LaunchAttributeId::priority, CU_LAUNCH_ATTRIBUTE_PRIORITY);

// Structures, member by member.
#define GPU_KERNELS_SAME_MEMBER(ours, our_member, theirs, their_member)                                     \
  static_assert(offsetof(ours, our_member) == offsetof(theirs, their_member) &&                             \
                    sizeof(std::declval<ours>().our_member) == sizeof(std::declval<theirs>().their_member), \
                #theirs "::" #their_member)
static_assert(sizeof(LaunchConfig) == sizeof(CUlaunchConfig) &&
              alignof(LaunchConfig) == alignof(CUlaunchConfig));
GPU_KERNELS_SAME_MEMBER(LaunchConfig, grid_x, CUlaunchConfig, gridDimX);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, grid_y, CUlaunchConfig, gridDimY);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, grid_z, CUlaunchConfig, gridDimZ);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, block_x, CUlaunchConfig, blockDimX);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, block_y, CUlaunchConfig, blockDimY);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, block_z, CUlaunchConfig, blockDimZ);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, shared_bytes, CUlaunchConfig, sharedMemBytes);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, stream, CUlaunchConfig, hStream);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, attributes, CUlaunchConfig, attrs);
GPU_KERNELS_SAME_MEMBER(LaunchConfig, attribute_count, CUlaunchConfig, numAttrs);
static_assert(sizeof(LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(alignof(LaunchAttribute) == alignof(CUlaunchAttribute));
static_assert(sizeof(LaunchAttributeValue) == sizeof(CUlaunchAttributeValue));
GPU_KERNELS_SAME_MEMBER(LaunchAttribute, id, CUlaunchAttribute, id);
GPU_KERNELS_SAME_MEMBER(LaunchAttribute, value, CUlaunchAttribute, value);
GPU_KERNELS_SAME_MEMBER(LaunchAttributeValue, cooperative, CUlaunchAttributeValue, cooperative);
GPU_KERNELS_SAME_MEMBER(LaunchAttributeValue, cluster_dimension, CUlaunchAttributeValue, clusterDim);
GPU_KERNELS_SAME_MEMBER(LaunchAttributeValue, cluster_dimension.z, CUlaunchAttributeValue, clusterDim.z);
GPU_KERNELS_SAME_MEMBER(LaunchAttributeValue, programmatic_stream_serialization, CUlaunchAttributeValue,
                        programmaticStreamSerializationAllowed);
GPU_KERNELS_SAME_MEMBER(LaunchAttributeValue, priority, CUlaunchAttributeValue, priority);

// What a device is asked.
#define GPU_KERNELS_SAME_ATTRIBUTE(ours, theirs) \
  GPU_KERNELS_SAME(gpu::DeviceAttribute::ours, CU_DEVICE_ATTRIBUTE_##theirs)
GPU_KERNELS_SAME_ATTRIBUTE(max_threads_per_block, MAX_THREADS_PER_BLOCK);
GPU_KERNELS_SAME_ATTRIBUTE(max_block_dim_x, MAX_BLOCK_DIM_X);
GPU_KERNELS_SAME_ATTRIBUTE(max_block_dim_y, MAX_BLOCK_DIM_Y);
GPU_KERNELS_SAME_ATTRIBUTE(max_block_dim_z, MAX_BLOCK_DIM_Z);
GPU_KERNELS_SAME_ATTRIBUTE(max_grid_dim_x, MAX_GRID_DIM_X);
GPU_KERNELS_SAME_ATTRIBUTE(max_grid_dim_y, MAX_GRID_DIM_Y);
GPU_KERNELS_SAME_ATTRIBUTE(max_grid_dim_z, MAX_GRID_DIM_Z);
GPU_KERNELS_SAME_ATTRIBUTE(max_shared_memory_per_block, MAX_SHARED_MEMORY_PER_BLOCK);
GPU_KERNELS_SAME_ATTRIBUTE(total_constant_memory, TOTAL_CONSTANT_MEMORY);
GPU_KERNELS_SAME_ATTRIBUTE(warp_size, WARP_SIZE);
GPU_KERNELS_SAME_ATTRIBUTE(max_pitch, MAX_PITCH);
GPU_KERNELS_SAME_ATTRIBUTE(max_registers_per_block, MAX_REGISTERS_PER_BLOCK);
GPU_KERNELS_SAME_ATTRIBUTE(clock_rate, CLOCK_RATE);
GPU_KERNELS_SAME_ATTRIBUTE(multiprocessor_count, MULTIPROCESSOR_COUNT);
GPU_KERNELS_SAME_ATTRIBUTE(kernel_exec_timeout, KERNEL_EXEC_TIMEOUT);
GPU_KERNELS_SAME_ATTRIBUTE(integrated, INTEGRATED);
GPU_KERNELS_SAME_ATTRIBUTE(can_map_host_memory, CAN_MAP_HOST_MEMORY);
GPU_KERNELS_SAME_ATTRIBUTE(compute_mode, COMPUTE_MODE);
GPU_KERNELS_SAME_ATTRIBUTE(concurrent_kernels, CONCURRENT_KERNELS);
GPU_KERNELS_SAME_ATTRIBUTE(ecc_enabled, ECC_ENABLED);
GPU_KERNELS_SAME_ATTRIBUTE(pci_bus_id, PCI_BUS_ID);
GPU_KERNELS_SAME_ATTRIBUTE(pci_device_id, PCI_DEVICE_ID);
GPU_KERNELS_SAME_ATTRIBUTE(memory_clock_rate, MEMORY_CLOCK_RATE);
GPU_KERNELS_SAME_ATTRIBUTE(global_memory_bus_width, GLOBAL_MEMORY_BUS_WIDTH);
GPU_KERNELS_SAME_ATTRIBUTE(l2_cache_size, L2_CACHE_SIZE);
GPU_KERNELS_SAME_ATTRIBUTE(max_threads_per_multiprocessor, MAX_THREADS_PER_MULTIPROCESSOR);
GPU_KERNELS_SAME_ATTRIBUTE(async_engine_count, ASYNC_ENGINE_COUNT);
GPU_KERNELS_SAME_ATTRIBUTE(unified_addressing, UNIFIED_ADDRESSING);
GPU_KERNELS_SAME_ATTRIBUTE(pci_domain_id, PCI_DOMAIN_ID);
GPU_KERNELS_SAME_ATTRIBUTE(compute_capability_major, COMPUTE_CAPABILITY_MAJOR);
GPU_KERNELS_SAME_ATTRIBUTE(compute_capability_minor, COMPUTE_CAPABILITY_MINOR);
GPU_KERNELS_SAME_ATTRIBUTE(stream_priorities_supported, STREAM_PRIORITIES_SUPPORTED);
GPU_KERNELS_SAME_ATTRIBUTE(max_shared_memory_per_multiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
GPU_KERNELS_SAME_ATTRIBUTE(max_registers_per_multiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR);
GPU_KERNELS_SAME_ATTRIBUTE(managed_memory, MANAGED_MEMORY);
GPU_KERNELS_SAME_ATTRIBUTE(concurrent_managed_access, CONCURRENT_MANAGED_ACCESS);
GPU_KERNELS_SAME_ATTRIBUTE(cooperative_launch, COOPERATIVE_LAUNCH);
GPU_KERNELS_SAME_ATTRIBUTE(max_shared_memory_per_block_optin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
GPU_KERNELS_SAME_ATTRIBUTE(virtual_memory_management_supported, VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
GPU_KERNELS_SAME_ATTRIBUTE(max_blocks_per_multiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR);
GPU_KERNELS_SAME_ATTRIBUTE(reserved_shared_memory_per_block, RESERVED_SHARED_MEMORY_PER_BLOCK);
GPU_KERNELS_SAME_ATTRIBUTE(memory_pools_supported, MEMORY_POOLS_SUPPORTED);
GPU_KERNELS_SAME_ATTRIBUTE(cluster_launch, CLUSTER_LAUNCH);

}  // namespace

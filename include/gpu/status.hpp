/// The driver's status codes by name.
#pragma once

#include <type_traits>

/// Every status code of the driver API up to CUDA 13.0: X(name, value, the driver's name).
// clang-format off
#define GPU_KERNELS_DRIVER_STATUSES(X) \
  X(success, 0, CUDA_SUCCESS) \
  X(invalid_value, 1, CUDA_ERROR_INVALID_VALUE) \
  X(out_of_memory, 2, CUDA_ERROR_OUT_OF_MEMORY) \
  X(not_initialized, 3, CUDA_ERROR_NOT_INITIALIZED) \
  X(deinitialized, 4, CUDA_ERROR_DEINITIALIZED) \
  X(profiler_disabled, 5, CUDA_ERROR_PROFILER_DISABLED) \
  X(profiler_not_initialized, 6, CUDA_ERROR_PROFILER_NOT_INITIALIZED) \
  X(profiler_already_started, 7, CUDA_ERROR_PROFILER_ALREADY_STARTED) \
  X(profiler_already_stopped, 8, CUDA_ERROR_PROFILER_ALREADY_STOPPED) \
  X(stub_library, 34, CUDA_ERROR_STUB_LIBRARY) \
  X(call_requires_newer_driver, 36, CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER) \
  X(device_unavailable, 46, CUDA_ERROR_DEVICE_UNAVAILABLE) \
  X(no_device, 100, CUDA_ERROR_NO_DEVICE) \
  X(invalid_device, 101, CUDA_ERROR_INVALID_DEVICE) \
  X(device_not_licensed, 102, CUDA_ERROR_DEVICE_NOT_LICENSED) \
  X(invalid_image, 200, CUDA_ERROR_INVALID_IMAGE) \
  X(invalid_context, 201, CUDA_ERROR_INVALID_CONTEXT) \
  X(context_already_current, 202, CUDA_ERROR_CONTEXT_ALREADY_CURRENT) \
  X(map_failed, 205, CUDA_ERROR_MAP_FAILED) \
  X(unmap_failed, 206, CUDA_ERROR_UNMAP_FAILED) \
  X(array_is_mapped, 207, CUDA_ERROR_ARRAY_IS_MAPPED) \
  X(already_mapped, 208, CUDA_ERROR_ALREADY_MAPPED) \
  X(no_binary_for_gpu, 209, CUDA_ERROR_NO_BINARY_FOR_GPU) \
  X(already_acquired, 210, CUDA_ERROR_ALREADY_ACQUIRED) \
  X(not_mapped, 211, CUDA_ERROR_NOT_MAPPED) \
  X(not_mapped_as_array, 212, CUDA_ERROR_NOT_MAPPED_AS_ARRAY) \
  X(not_mapped_as_pointer, 213, CUDA_ERROR_NOT_MAPPED_AS_POINTER) \
  X(ecc_uncorrectable, 214, CUDA_ERROR_ECC_UNCORRECTABLE) \
  X(unsupported_limit, 215, CUDA_ERROR_UNSUPPORTED_LIMIT) \
  X(context_already_in_use, 216, CUDA_ERROR_CONTEXT_ALREADY_IN_USE) \
  X(peer_access_unsupported, 217, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED) \
  X(invalid_ptx, 218, CUDA_ERROR_INVALID_PTX) \
  X(invalid_graphics_context, 219, CUDA_ERROR_INVALID_GRAPHICS_CONTEXT) \
  X(nvlink_uncorrectable, 220, CUDA_ERROR_NVLINK_UNCORRECTABLE) \
  X(jit_compiler_not_found, 221, CUDA_ERROR_JIT_COMPILER_NOT_FOUND) \
  X(unsupported_ptx_version, 222, CUDA_ERROR_UNSUPPORTED_PTX_VERSION) \
  X(jit_compilation_disabled, 223, CUDA_ERROR_JIT_COMPILATION_DISABLED) \
  X(unsupported_exec_affinity, 224, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY) \
  X(unsupported_devside_sync, 225, CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC) \
  X(contained, 226, CUDA_ERROR_CONTAINED) \
  X(invalid_source, 300, CUDA_ERROR_INVALID_SOURCE) \
  X(file_not_found, 301, CUDA_ERROR_FILE_NOT_FOUND) \
  X(shared_object_symbol_not_found, 302, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND) \
  X(shared_object_init_failed, 303, CUDA_ERROR_SHARED_OBJECT_INIT_FAILED) \
  X(operating_system, 304, CUDA_ERROR_OPERATING_SYSTEM) \
  X(invalid_handle, 400, CUDA_ERROR_INVALID_HANDLE) \
  X(illegal_state, 401, CUDA_ERROR_ILLEGAL_STATE) \
  X(lossy_query, 402, CUDA_ERROR_LOSSY_QUERY) \
  X(not_found, 500, CUDA_ERROR_NOT_FOUND) \
  X(not_ready, 600, CUDA_ERROR_NOT_READY) \
  X(illegal_address, 700, CUDA_ERROR_ILLEGAL_ADDRESS) \
  X(launch_out_of_resources, 701, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) \
  X(launch_timeout, 702, CUDA_ERROR_LAUNCH_TIMEOUT) \
  X(launch_incompatible_texturing, 703, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING) \
  X(peer_access_already_enabled, 704, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) \
  X(peer_access_not_enabled, 705, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED) \
  X(primary_context_active, 708, CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE) \
  X(context_is_destroyed, 709, CUDA_ERROR_CONTEXT_IS_DESTROYED) \
  X(assert, 710, CUDA_ERROR_ASSERT) \
  X(too_many_peers, 711, CUDA_ERROR_TOO_MANY_PEERS) \
  X(host_memory_already_registered, 712, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) \
  X(host_memory_not_registered, 713, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED) \
  X(hardware_stack_error, 714, CUDA_ERROR_HARDWARE_STACK_ERROR) \
  X(illegal_instruction, 715, CUDA_ERROR_ILLEGAL_INSTRUCTION) \
  X(misaligned_address, 716, CUDA_ERROR_MISALIGNED_ADDRESS) \
  X(invalid_address_space, 717, CUDA_ERROR_INVALID_ADDRESS_SPACE) \
  X(invalid_pc, 718, CUDA_ERROR_INVALID_PC) \
  X(launch_failed, 719, CUDA_ERROR_LAUNCH_FAILED) \
  X(cooperative_launch_too_large, 720, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE) \
  X(tensor_memory_leak, 721, CUDA_ERROR_TENSOR_MEMORY_LEAK) \
  X(not_permitted, 800, CUDA_ERROR_NOT_PERMITTED) \
  X(not_supported, 801, CUDA_ERROR_NOT_SUPPORTED) \
  X(system_not_ready, 802, CUDA_ERROR_SYSTEM_NOT_READY) \
  X(system_driver_mismatch, 803, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH) \
  X(compat_not_supported_on_device, 804, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE) \
  X(mps_connection_failed, 805, CUDA_ERROR_MPS_CONNECTION_FAILED) \
  X(mps_rpc_failure, 806, CUDA_ERROR_MPS_RPC_FAILURE) \
  X(mps_server_not_ready, 807, CUDA_ERROR_MPS_SERVER_NOT_READY) \
  X(mps_max_clients_reached, 808, CUDA_ERROR_MPS_MAX_CLIENTS_REACHED) \
  X(mps_max_connections_reached, 809, CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED) \
  X(mps_client_terminated, 810, CUDA_ERROR_MPS_CLIENT_TERMINATED) \
  X(cdp_not_supported, 811, CUDA_ERROR_CDP_NOT_SUPPORTED) \
  X(cdp_version_mismatch, 812, CUDA_ERROR_CDP_VERSION_MISMATCH) \
  X(stream_capture_unsupported, 900, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED) \
  X(stream_capture_invalidated, 901, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED) \
  X(stream_capture_merge, 902, CUDA_ERROR_STREAM_CAPTURE_MERGE) \
  X(stream_capture_unmatched, 903, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED) \
  X(stream_capture_unjoined, 904, CUDA_ERROR_STREAM_CAPTURE_UNJOINED) \
  X(stream_capture_isolation, 905, CUDA_ERROR_STREAM_CAPTURE_ISOLATION) \
  X(stream_capture_implicit, 906, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT) \
  X(captured_event, 907, CUDA_ERROR_CAPTURED_EVENT) \
  X(stream_capture_wrong_thread, 908, CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD) \
  X(timeout, 909, CUDA_ERROR_TIMEOUT) \
  X(graph_exec_update_failure, 910, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE) \
  X(external_device, 911, CUDA_ERROR_EXTERNAL_DEVICE) \
  X(invalid_cluster_size, 912, CUDA_ERROR_INVALID_CLUSTER_SIZE) \
  X(function_not_loaded, 913, CUDA_ERROR_FUNCTION_NOT_LOADED) \
  X(invalid_resource_type, 914, CUDA_ERROR_INVALID_RESOURCE_TYPE) \
  X(invalid_resource_configuration, 915, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION) \
  X(key_rotation, 916, CUDA_ERROR_KEY_ROTATION) \
  X(unknown, 999, CUDA_ERROR_UNKNOWN)
// clang-format on

namespace gpu {

/// A status code of the driver API: the values of cuda.h's CUresult, with which it compares when a file
/// includes both. Code that this version does not know keeps its number.
enum class Status : int {
#define GPU_KERNELS_STATUS(name, value, driver_name) name = value,
  GPU_KERNELS_DRIVER_STATUSES(GPU_KERNELS_STATUS)
#undef GPU_KERNELS_STATUS
};

/// The driver's name of a code, "CUDA_ERROR_INVALID_VALUE", or "unknown CUresult".
constexpr const char* status_name(Status status) noexcept {
  switch (status) {
#define GPU_KERNELS_STATUS(name, value, driver_name) \
  case Status::name:                                 \
    return #driver_name;
    GPU_KERNELS_DRIVER_STATUSES(GPU_KERNELS_STATUS)
#undef GPU_KERNELS_STATUS
  }
  return "unknown CUresult";
}

namespace detail {

// cuda.h's `enum cudaError_enum` has no fixed underlying type, so it cannot be declared here; its name can be
// asked for.
template <class T>
constexpr bool named_like_driver_status() {
  constexpr char name[] = "cudaError_enum";
  const char* const text = __PRETTY_FUNCTION__;
  for (const char* start = text; *start != '\0'; ++start) {
    unsigned length = 0;
    while (name[length] != '\0' && start[length] == name[length]) ++length;
    if (name[length] == '\0') return true;
  }
  return false;
}

template <class T>
concept DriverStatus = std::is_enum_v<T> && std::is_convertible_v<T, int> && named_like_driver_status<T>();

}  // namespace detail

/// Compares with cuda.h's own enumerators: `error.status() == CUDA_ERROR_OUT_OF_MEMORY`.
template <detail::DriverStatus T>
constexpr bool operator==(Status left, T right) noexcept {
  return static_cast<int>(left) == static_cast<int>(right);
}

}  // namespace gpu

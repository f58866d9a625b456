/// The driver functions that the runtime calls: one list, from which the table, its filling and its test are
/// made.
#pragma once

/// X(member of Api, name for cuGetProcAddress, symbol that version 12.0 of the API gives, parameters); each
/// returns Status.
// clang-format off
#define GPU_KERNELS_DRIVER_FUNCTIONS(X) \
  X(init, "cuInit", cuInit, (unsigned flags)) \
  X(get_error_string, "cuGetErrorString", cuGetErrorString, (Status status, const char** text)) \
  X(device_get, "cuDeviceGet", cuDeviceGet, (CUdevice* device, int ordinal)) \
  X(device_get_count, "cuDeviceGetCount", cuDeviceGetCount, (int* count)) \
  X(device_get_name, "cuDeviceGetName", cuDeviceGetName, (char* name, int size, CUdevice device)) \
  X(device_get_pci_bus_id, "cuDeviceGetPCIBusId", cuDeviceGetPCIBusId, (char* id, int size, CUdevice device)) \
  X(device_total_mem, "cuDeviceTotalMem", cuDeviceTotalMem_v2, (std::size_t* bytes, CUdevice device)) \
  X(device_get_attribute, "cuDeviceGetAttribute", cuDeviceGetAttribute, (int* value, DeviceAttribute attribute, CUdevice device)) \
  X(device_primary_ctx_retain, "cuDevicePrimaryCtxRetain", cuDevicePrimaryCtxRetain, (CUcontext* context, CUdevice device)) \
  X(device_primary_ctx_release, "cuDevicePrimaryCtxRelease", cuDevicePrimaryCtxRelease_v2, (CUdevice device)) \
  X(device_primary_ctx_get_state, "cuDevicePrimaryCtxGetState", cuDevicePrimaryCtxGetState, (CUdevice device, unsigned* flags, int* active)) \
  X(ctx_get_current, "cuCtxGetCurrent", cuCtxGetCurrent, (CUcontext* context)) \
  X(ctx_set_current, "cuCtxSetCurrent", cuCtxSetCurrent, (CUcontext context)) \
  X(ctx_push_current, "cuCtxPushCurrent", cuCtxPushCurrent_v2, (CUcontext context)) \
  X(ctx_pop_current, "cuCtxPopCurrent", cuCtxPopCurrent_v2, (CUcontext* context)) \
  X(ctx_get_device, "cuCtxGetDevice", cuCtxGetDevice, (CUdevice* device)) \
  X(ctx_get_id, "cuCtxGetId", cuCtxGetId, (CUcontext context, unsigned long long* id)) \
  X(ctx_synchronize, "cuCtxSynchronize", cuCtxSynchronize, ()) \
  X(stream_create, "cuStreamCreateWithPriority", cuStreamCreateWithPriority, (CUstream* stream, unsigned flags, int priority)) \
  X(stream_destroy, "cuStreamDestroy", cuStreamDestroy_v2, (CUstream stream)) \
  X(stream_synchronize, "cuStreamSynchronize", cuStreamSynchronize, (CUstream stream)) \
  X(stream_query, "cuStreamQuery", cuStreamQuery, (CUstream stream)) \
  X(stream_wait_event, "cuStreamWaitEvent", cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags)) \
  X(stream_get_ctx, "cuStreamGetCtx", cuStreamGetCtx, (CUstream stream, CUcontext* context)) \
  X(stream_get_priority, "cuStreamGetPriority", cuStreamGetPriority, (CUstream stream, int* priority)) \
  X(stream_is_capturing, "cuStreamIsCapturing", cuStreamIsCapturing, (CUstream stream, CaptureStatus* status)) \
  X(stream_begin_capture, "cuStreamBeginCapture", cuStreamBeginCapture_v2, (CUstream stream, CaptureMode mode)) \
  X(stream_end_capture, "cuStreamEndCapture", cuStreamEndCapture, (CUstream stream, CUgraph* graph)) \
  X(thread_exchange_stream_capture_mode, "cuThreadExchangeStreamCaptureMode", cuThreadExchangeStreamCaptureMode, (CaptureMode* mode)) \
  X(graph_instantiate, "cuGraphInstantiateWithFlags", cuGraphInstantiateWithFlags, (CUgraphExec* executable, CUgraph graph, unsigned long long flags)) \
  X(graph_launch, "cuGraphLaunch", cuGraphLaunch, (CUgraphExec executable, CUstream stream)) \
  X(graph_get_nodes, "cuGraphGetNodes", cuGraphGetNodes, (CUgraph graph, CUgraphNode* nodes, std::size_t* count)) \
  X(graph_exec_destroy, "cuGraphExecDestroy", cuGraphExecDestroy, (CUgraphExec executable)) \
  X(graph_destroy, "cuGraphDestroy", cuGraphDestroy, (CUgraph graph)) \
  X(event_create, "cuEventCreate", cuEventCreate, (CUevent* event, unsigned flags)) \
  X(event_destroy, "cuEventDestroy", cuEventDestroy_v2, (CUevent event)) \
  X(event_record, "cuEventRecord", cuEventRecord, (CUevent event, CUstream stream)) \
  X(event_synchronize, "cuEventSynchronize", cuEventSynchronize, (CUevent event)) \
  X(event_query, "cuEventQuery", cuEventQuery, (CUevent event)) \
  X(event_elapsed_time, "cuEventElapsedTime", cuEventElapsedTime, (float* milliseconds, CUevent start, CUevent stop)) \
  X(mem_alloc, "cuMemAlloc", cuMemAlloc_v2, (CUdeviceptr* address, std::size_t bytes)) \
  X(mem_free, "cuMemFree", cuMemFree_v2, (CUdeviceptr address)) \
  X(mem_get_info, "cuMemGetInfo", cuMemGetInfo_v2, (std::size_t* free, std::size_t* total)) \
  X(memcpy_htod_async, "cuMemcpyHtoDAsync", cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream)) \
  X(memcpy_dtoh_async, "cuMemcpyDtoHAsync", cuMemcpyDtoHAsync_v2, (void* to, CUdeviceptr from, std::size_t bytes, CUstream stream)) \
  X(memcpy_dtod_async, "cuMemcpyDtoDAsync", cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream)) \
  X(memset_d8_async, "cuMemsetD8Async", cuMemsetD8Async, (CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream stream)) \
  X(link_create, "cuLinkCreate", cuLinkCreate_v2, (unsigned count, JitOption* options, void** values, CUlinkState* state)) \
  X(link_add_data, "cuLinkAddData", cuLinkAddData_v2, (CUlinkState state, JitInput type, void* data, std::size_t bytes, const char* name, unsigned count, JitOption* options, void** values)) \
  X(link_complete, "cuLinkComplete", cuLinkComplete, (CUlinkState state, void** image, std::size_t* bytes)) \
  X(link_destroy, "cuLinkDestroy", cuLinkDestroy, (CUlinkState state)) \
  X(library_load_data, "cuLibraryLoadData", cuLibraryLoadData, (CUlibrary* library, const void* code, JitOption* jit_options, void** jit_values, unsigned jit_count, LibraryOption* options, void** values, unsigned count)) \
  X(library_unload, "cuLibraryUnload", cuLibraryUnload, (CUlibrary library)) \
  X(library_get_kernel, "cuLibraryGetKernel", cuLibraryGetKernel, (CUkernel* kernel, CUlibrary library, const char* name)) \
  X(library_get_global, "cuLibraryGetGlobal", cuLibraryGetGlobal, (CUdeviceptr* address, std::size_t* bytes, CUlibrary library, const char* name)) \
  X(kernel_get_attribute, "cuKernelGetAttribute", cuKernelGetAttribute, (int* value, FunctionAttribute attribute, CUkernel kernel, CUdevice device)) \
  X(kernel_set_attribute, "cuKernelSetAttribute", cuKernelSetAttribute, (FunctionAttribute attribute, int value, CUkernel kernel, CUdevice device)) \
  X(launch_kernel, "cuLaunchKernel", cuLaunchKernel, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void** parameters, void** extra)) \
  X(launch_kernel_ex, "cuLaunchKernelEx", cuLaunchKernelEx, (const LaunchConfig* config, CUfunction function, void** parameters, void** extra)) \
  X(occupancy_max_active_blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", cuOccupancyMaxActiveBlocksPerMultiprocessor, (int* blocks, CUfunction function, int block_threads, std::size_t shared_bytes)) \
  X(occupancy_max_potential_cluster_size, "cuOccupancyMaxPotentialClusterSize", cuOccupancyMaxPotentialClusterSize, (int* cluster_blocks, CUfunction function, const LaunchConfig* config)) \
  X(occupancy_max_potential_block_size, "cuOccupancyMaxPotentialBlockSize", cuOccupancyMaxPotentialBlockSize, (int* grid_blocks, int* block_threads, CUfunction function, BlockToSharedBytes block_to_shared_bytes, std::size_t shared_bytes, int limit))
// clang-format on

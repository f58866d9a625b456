// Device and managed memory: allocation, release, queries.
#include <utility>

#include "driver/allocations.hpp"
#include "driver/capture.hpp"
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

CUdeviceptr allocate(std::size_t size, AllocationInfo::Kind kind, unsigned flags = 0) {
  const auto context = current_context();
  require(size != 0);
  refuse_unsafe_call();
  AllocationInfo info;
  info.size = size;
  info.kind = kind;
  info.device = &context->device();
  info.context = context->handle;
  info.context_id = context->id();
  info.flags = flags;
  return allocations().allocate(std::move(info), 512).base;
}

/// Freeing waits for all work that could still use the memory.
void synchronize_owner(const AllocationInfo& info) {
  if (const auto owner = the_driver().contexts.find(info.context)) owner->synchronize();
}

}  // namespace

CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr* dptr, size_t bytesize) {
  return api([&] {
    current_context();
    required(dptr);
    *dptr = allocate(bytesize, AllocationInfo::Kind::device);
  });
}

CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
  return api([&] {
    current_context();
    required(dptr);
    require(flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST);
    *dptr = allocate(bytesize, AllocationInfo::Kind::managed, flags);
  });
}

CUresult CUDAAPI cuMemAllocPitch_v2(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height,
                                    unsigned int ElementSizeBytes) {
  return api([&] {
    current_context();
    required(dptr);
    required(pPitch);
    require(ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16);
    require(WidthInBytes != 0 && Height != 0 && WidthInBytes <= limits::max_pitch);
    const std::size_t pitch =
        (WidthInBytes + limits::pitch_alignment - 1) / limits::pitch_alignment * limits::pitch_alignment;
    require(Height <= SIZE_MAX / pitch, CUDA_ERROR_OUT_OF_MEMORY);
    *dptr = allocate(pitch * Height, AllocationInfo::Kind::device);
    *pPitch = pitch;
  });
}

CUresult CUDAAPI cuMemFree_v2(CUdeviceptr dptr) {
  return api([&] {
    const auto context = current_context();
    if (dptr == 0) return CUDA_SUCCESS;
    refuse_unsafe_call();
    const auto info = allocations().find_base(dptr);
    require(info && info->on_device() && !info->freeing);
    context->synchronize();
    synchronize_owner(*info);
    require(allocations().free(dptr));
    return context->error();
  });
}

CUresult CUDAAPI cuMemGetInfo_v2(size_t* free, size_t* total) {
  return api([&] {
    const auto context = current_context();
    required(free);
    required(total);
    *total = the_driver().config.device_memory;
    const std::size_t used = context->device().used_memory.load(std::memory_order_relaxed);
    *free = used < *total ? *total - used : 0;
  });
}

CUresult CUDAAPI cuMemGetAddressRange_v2(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
  return api([&] {
    current_context();
    const auto allocation = MemoryTable::process().find(dptr);
    require(allocation && !allocation->freed, CUDA_ERROR_NOT_FOUND);
    store(pbase, allocation->base);
    store(psize, allocation->size);
  });
}

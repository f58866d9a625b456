// Managed memory: advice and what was advised. Advice is kept, without effect: every byte is near everything.
#include <algorithm>
#include <cstring>

#include "driver/allocations.hpp"
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "exec/memory.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

constexpr int no_device = -2;  // CU_DEVICE_INVALID

void check_device(int device) {
  if (device != CU_DEVICE_CPU) the_driver().device(device);
}

void advise(CUdeviceptr pointer, std::size_t count, CUmem_advise advice, int device) {
  current_context();
  require(count != 0 && MemoryTable::process().contains(pointer, count));
  require(advice >= CU_MEM_ADVISE_SET_READ_MOSTLY && advice <= CU_MEM_ADVISE_UNSET_ACCESSED_BY);
  if (advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION || advice == CU_MEM_ADVISE_SET_ACCESSED_BY)
    check_device(device);
  allocations().advise(pointer, [&](AllocationInfo& info) {
    switch (advice) {
      case CU_MEM_ADVISE_SET_READ_MOSTLY:
      case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
        info.read_mostly = advice == CU_MEM_ADVISE_SET_READ_MOSTLY;
        break;
      case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
      case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
        info.preferred_location = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ? device : no_device;
        break;
      case CU_MEM_ADVISE_SET_ACCESSED_BY:
      case CU_MEM_ADVISE_UNSET_ACCESSED_BY:
        info.accessed_by = advice == CU_MEM_ADVISE_SET_ACCESSED_BY ? device : no_device;
        break;
      default:
        break;
    }
  });
}

void prefetch(CUdeviceptr pointer, std::size_t count, int device, CUstream stream) {
  check_device(device);
  find_stream(stream);
  require(count != 0 && MemoryTable::process().contains(pointer, count));
  allocations().advise(pointer, [&](AllocationInfo& info) { info.prefetched_to = device; });
}

void answer(void* data, std::size_t size, CUmem_range_attribute attribute, CUdeviceptr pointer,
            std::size_t count) {
  required(static_cast<char*>(data));
  require(count != 0 && size >= 4 && size % 4 == 0);
  const auto info = allocations().find(pointer);
  require(info && info->kind == AllocationInfo::Kind::managed &&
          MemoryTable::process().contains(pointer, count));
  auto* words = static_cast<int*>(data);
  switch (attribute) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
      words[0] = info->read_mostly;
      break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
      words[0] = info->preferred_location;
      break;
    case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
      std::fill_n(words, size / 4, no_device);
      words[0] = info->accessed_by;
      break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
      words[0] = info->prefetched_to;
      break;
    default:
      fail(CUDA_ERROR_INVALID_VALUE);
  }
}

#if CUDA_VERSION >= 12020
int device_of(CUmemLocation location) {
  if (location.type == CU_MEM_LOCATION_TYPE_DEVICE) return location.id;
  require(location.type == CU_MEM_LOCATION_TYPE_HOST || location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
          location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT);
  return CU_DEVICE_CPU;
}
#endif

}  // namespace

CUresult CUDAAPI cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) {
  return api([&] { advise(devPtr, count, advice, device); });
}

CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
  return api([&] { prefetch(devPtr, count, dstDevice, hStream); });
}

#if CUDA_VERSION >= 12020
CUresult CUDAAPI cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
                                CUmemLocation location) {
  return api([&] {
    const bool uses_location =
        advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION || advice == CU_MEM_ADVISE_SET_ACCESSED_BY;
    advise(devPtr, count, advice, uses_location ? device_of(location) : no_device);
  });
}

CUresult CUDAAPI cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location,
                                       unsigned int flags, CUstream hStream) {
  return api([&] {
    require(flags == 0);
    prefetch(devPtr, count, device_of(location), hStream);
  });
}
#endif

CUresult CUDAAPI cuMemRangeGetAttribute(void* data, size_t dataSize, CUmem_range_attribute attribute,
                                        CUdeviceptr devPtr, size_t count) {
  return api([&] {
    current_context();
    answer(data, dataSize, attribute, devPtr, count);
  });
}

CUresult CUDAAPI cuMemRangeGetAttributes(void** data, size_t* dataSizes, CUmem_range_attribute* attributes,
                                         size_t numAttributes, CUdeviceptr devPtr, size_t count) {
  return api([&] {
    current_context();
    require(numAttributes != 0 && data != nullptr && dataSizes != nullptr && attributes != nullptr);
    for (std::size_t i = 0; i < numAttributes; ++i)
      answer(data[i], dataSizes[i], attributes[i], devPtr, count);
  });
}

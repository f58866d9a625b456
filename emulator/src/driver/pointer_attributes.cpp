// What an address is: cuPointerGetAttribute and its kin.
#include <cstring>
#include <optional>

#include "driver/allocations.hpp"
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/memory_pool.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

template <typename T>
void put(void* output, T value) {
  std::memcpy(output, &value, sizeof value);
}

/// Module variables are no API allocation; they are device memory all the same.
std::optional<AllocationInfo> find_known(CUdeviceptr address) {
  if (auto info = allocations().find(address)) return info;
  const auto variable = MemoryTable::process().find(address);
  if (!variable || variable->freed) return std::nullopt;
  AllocationInfo info;
  info.base = variable->base;
  info.size = variable->size;
  info.kind =
      variable->kind == MemoryKind::managed ? AllocationInfo::Kind::managed : AllocationInfo::Kind::device;
  info.device = &the_driver().device(static_cast<CUdevice>(variable->tag));
  return info;
}

bool is_host(const AllocationInfo& info) {
  return info.kind == AllocationInfo::Kind::host || info.kind == AllocationInfo::Kind::registered;
}

CUresult answer(void* output, CUpointer_attribute attribute, const AllocationInfo& info,
                CUdeviceptr address) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      put(output, info.context);
      return info.context != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      put<unsigned>(output, is_host(info) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      put(output, address);
      break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (info.kind == AllocationInfo::Kind::device) return CUDA_ERROR_INVALID_VALUE;
      put(output, reinterpret_cast<void*>(address));
      break;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
      put<unsigned>(output, 0);
      break;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
      put<unsigned long long>(output, info.buffer_id);
      break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      put<unsigned>(output, info.kind == AllocationInfo::Kind::managed);
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      put<int>(output, info.device->ordinal);
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
      put<CUdeviceptr>(output, info.base);
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
      put<std::size_t>(output, info.size);
      break;
    case CU_POINTER_ATTRIBUTE_MAPPED:
      put<unsigned>(output, 1);
      break;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
      put<unsigned long long>(output, 0);
      break;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      put<int>(output, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE);
      break;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      put<CUmemoryPool>(output, info.pool != nullptr ? info.pool->handle : nullptr);
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

std::size_t size_of(CUpointer_attribute attribute) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    case CU_POINTER_ATTRIBUTE_MAPPED:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      return 4;
    default:
      return 8;
  }
}

}  // namespace

#if CUDA_VERSION < 12000
#error "the emulator needs the cuda.h of CUDA 12.0 or later"
#endif

CUresult CUDAAPI cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return api([&] {
    current_context();
    required(static_cast<char*>(data));
    const auto info = find_known(ptr);
    require(info.has_value());
    return answer(data, attribute, *info, ptr);
  });
}

CUresult CUDAAPI cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes,
                                        void** data, CUdeviceptr ptr) {
  return api([&] {
    current_context();
    required(attributes);
    required(data);
    const auto info = find_known(ptr);
    for (unsigned i = 0; i < numAttributes; ++i) {
      required(static_cast<char*>(data[i]));
      // What does not apply, and any address that the driver does not know, is answered with zeros.
      if (!info || answer(data[i], attributes[i], *info, ptr) != CUDA_SUCCESS) {
        std::memset(data[i], 0, size_of(attributes[i]));
        if (attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) put<int>(data[i], -2);
      }
    }
  });
}

CUresult CUDAAPI cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return api([&] {
    current_context();
    required(static_cast<const char*>(value));
    require(attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS && find_known(ptr).has_value());
  });
}

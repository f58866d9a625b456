// Addresses and memory apart: reserving, creating, mapping, granting access.
#include "driver/virtual_memory.hpp"

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

/// Device memory, for this process alone, is what there is.
Device& device_of(const CUmemAllocationProp& properties) {
  require(properties.type == CU_MEM_ALLOCATION_TYPE_PINNED);
  require(properties.location.type != CU_MEM_LOCATION_TYPE_INVALID);
  require(properties.location.type == CU_MEM_LOCATION_TYPE_DEVICE, CUDA_ERROR_NOT_SUPPORTED);
  require(properties.requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE, CUDA_ERROR_NOT_SUPPORTED);
  return the_driver().device(properties.location.id);
}

/// Work under way may still use the addresses.
void wait_for_all() {
  the_driver().contexts.for_each([](const std::shared_ptr<Context>& context) {
    if (context->alive()) context->synchronize();
  });
}

}  // namespace

CUresult CUDAAPI cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop,
                                               CUmemAllocationGranularity_flags option) {
  return api([&] {
    required(granularity);
    require(option == CU_MEM_ALLOC_GRANULARITY_MINIMUM || option == CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
    device_of(required(prop));
    *granularity = VirtualMemory::granularity;
  });
}

CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr addr,
                                     unsigned long long flags) {
  return api([&] {
    required(ptr);
    require(flags == 0 && (alignment & (alignment - 1)) == 0);
    *ptr = virtual_memory().reserve(size, alignment, addr);
  });
}

CUresult CUDAAPI cuMemAddressFree(CUdeviceptr ptr, size_t size) {
  return api([&] { virtual_memory().release_reservation(ptr, size); });
}

CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size,
                             const CUmemAllocationProp* prop, unsigned long long flags) {
  return api([&] {
    required(handle);
    require(flags == 0);
    *handle = virtual_memory().create(device_of(required(prop)), size, *prop);
  });
}

CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle handle) {
  return api([&] { virtual_memory().release(handle); });
}

CUresult CUDAAPI cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) {
  return api([&] {
    required(handle);
    *handle = virtual_memory().retain(reinterpret_cast<Address>(addr));
  });
}

CUresult CUDAAPI cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop,
                                                        CUmemGenericAllocationHandle handle) {
  return api([&] { required(prop) = virtual_memory().properties(handle); });
}

CUresult CUDAAPI cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                          unsigned long long flags) {
  return api([&] {
    require(offset == 0 && flags == 0);
    virtual_memory().map(ptr, size, handle);
  });
}

CUresult CUDAAPI cuMemUnmap(CUdeviceptr ptr, size_t size) {
  return api([&] {
    wait_for_all();
    virtual_memory().unmap(ptr, size);
  });
}

CUresult CUDAAPI cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) {
  return api([&] {
    require(desc != nullptr && count != 0);
    for (std::size_t i = 0; i < count; ++i) {
      require(desc[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE);
      the_driver().device(desc[i].location.id);
      require(desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
              desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
              desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    }
    wait_for_all();
    for (std::size_t i = 0; i < count; ++i)
      virtual_memory().set_access(ptr, size, desc[i].location.id, static_cast<unsigned>(desc[i].flags));
  });
}

CUresult CUDAAPI cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr) {
  return api([&] {
    required(flags);
    require(required(location).type == CU_MEM_LOCATION_TYPE_DEVICE);
    the_driver().device(location->id);
    *flags = virtual_memory().access(ptr, location->id);
  });
}

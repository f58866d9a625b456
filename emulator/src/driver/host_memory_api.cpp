// Page-locked host memory: allocated here or registered.
#include <utility>

#include "driver/allocations.hpp"
#include "driver/capture.hpp"
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

constexpr unsigned host_alloc_flags =
    CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
constexpr unsigned host_register_flags = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                                         CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;

AllocationInfo host_info(Context& context, std::size_t size, AllocationInfo::Kind kind, unsigned flags) {
  AllocationInfo info;
  info.size = size;
  info.kind = kind;
  info.device = &context.device();
  info.context = context.handle;
  info.context_id = context.id();
  info.flags = flags;
  return info;
}

void allocate_host(void** result, std::size_t size, unsigned flags) {
  const auto context = current_context();
  required(result);
  require((flags & ~host_alloc_flags) == 0 && size != 0);
  refuse_unsafe_call();
  auto info = host_info(*context, size, AllocationInfo::Kind::host, flags | CU_MEMHOSTALLOC_DEVICEMAP);
  *result = reinterpret_cast<void*>(allocations().allocate(std::move(info), 4096).base);
}

}  // namespace

CUresult CUDAAPI cuMemAllocHost_v2(void** pp, size_t bytesize) {
  return api([&] { allocate_host(pp, bytesize, 0); });
}

CUresult CUDAAPI cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) {
  return api([&] { allocate_host(pp, bytesize, Flags); });
}

CUresult CUDAAPI cuMemFreeHost(void* p) {
  return api([&] {
    const auto context = current_context();
    const auto base = reinterpret_cast<Address>(p);
    const auto info = allocations().find_base(base);
    require(info && info->kind == AllocationInfo::Kind::host);
    refuse_unsafe_call();
    context->synchronize();
    if (const auto owner = the_driver().contexts.find(info->context)) owner->synchronize();
    require(allocations().free(base));
    return context->error();
  });
}

CUresult CUDAAPI cuMemHostRegister_v2(void* p, size_t bytesize, unsigned int Flags) {
  return api([&] {
    const auto context = current_context();
    require(p != nullptr && bytesize != 0 && (Flags & ~host_register_flags) == 0);
    auto info = host_info(*context, bytesize, AllocationInfo::Kind::registered, Flags);
    info.base = reinterpret_cast<Address>(p);
    allocations().adopt(std::move(info));
  });
}

CUresult CUDAAPI cuMemHostUnregister(void* p) {
  return api([&] {
    const auto context = current_context();
    const auto base = reinterpret_cast<Address>(p);
    const auto info = allocations().find_base(base);
    require(info && info->kind == AllocationInfo::Kind::registered, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    context->synchronize();
    require(allocations().free(base), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    return context->error();
  });
}

CUresult CUDAAPI cuMemHostGetDevicePointer_v2(CUdeviceptr* pdptr, void* p, unsigned int Flags) {
  return api([&] {
    current_context();
    required(pdptr);
    require(Flags == 0);
    const auto info = allocations().find(reinterpret_cast<Address>(p));
    require(info && !(info->kind == AllocationInfo::Kind::device));
    *pdptr = reinterpret_cast<CUdeviceptr>(p);
  });
}

CUresult CUDAAPI cuMemHostGetFlags(unsigned int* pFlags, void* p) {
  return api([&] {
    current_context();
    required(pFlags);
    const auto info = allocations().find(reinterpret_cast<Address>(p));
    require(info && info->kind == AllocationInfo::Kind::host);
    *pFlags = info->flags;
  });
}

CUresult CUDAAPI cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) {
  return cuMemHostRegister_v2(p, bytesize, Flags);
}

// Stream-ordered allocation: pools, cuMemAllocAsync, cuMemFreeAsync.
#include "driver/memory_pool.hpp"

#include <utility>

#include "driver/allocations.hpp"
#include "driver/capture.hpp"
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

namespace gpu_emulator::driver {

void MemoryPool::allocated(std::size_t size) {
  const std::uint64_t now = used_.fetch_add(size, std::memory_order_relaxed) + size;
  std::uint64_t seen = high.load(std::memory_order_relaxed);
  while (now > seen && !high.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
  }
}

namespace {

std::shared_ptr<MemoryPool> default_pool(Device& device) {
  const std::scoped_lock lock(device.mutex);
  if (device.default_pool == nullptr) {
    device.default_pool = std::make_shared<MemoryPool>(device, true);
    device.default_pool->handle = the_driver().pools.insert(device.default_pool);
    if (device.current_pool == nullptr) device.current_pool = device.default_pool;
  }
  return device.default_pool;
}

}  // namespace

std::shared_ptr<MemoryPool> current_pool(Device& device) {
  default_pool(device);
  const std::scoped_lock lock(device.mutex);
  return device.current_pool;
}

}  // namespace gpu_emulator::driver

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

std::shared_ptr<MemoryPool> find_pool(CUmemoryPool handle) {
  auto pool = the_driver().pools.find(handle);
  require(pool != nullptr, CUDA_ERROR_INVALID_HANDLE);
  return pool;
}

void allocate_from(std::shared_ptr<MemoryPool> pool, CUdeviceptr* result, std::size_t size) {
  require(size != 0);
  AllocationInfo info;
  info.size = size;
  info.device = &pool->device();
  info.pool = std::move(pool);
  *result = allocations().allocate(std::move(info), 256).base;
}

CUdeviceptr capture_allocation(Stream& stream, std::size_t size) {
  AllocateWork work = graph_allocation(stream.context().device(), size);
  const CUdeviceptr address = work.memory->address;
  capture_work(stream, std::move(work));
  return address;
}

std::atomic<int>* reuse_flag(MemoryPool& pool, CUmemPool_attribute attribute) {
  switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
      return &pool.reuse[0];
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
      return &pool.reuse[1];
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
      return &pool.reuse[2];
    default:
      return nullptr;
  }
}

}  // namespace

CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
  return api([&] {
    required(dptr);
    const auto stream = find_stream(hStream);
    if (stream->capturing()) {
      *dptr = capture_allocation(*stream, bytesize);
    } else {
      allocate_from(current_pool(stream->context().device()), dptr, bytesize);
    }
  });
}

CUresult CUDAAPI cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool,
                                         CUstream hStream) {
  return api([&] {
    required(dptr);
    const auto stream = find_stream(hStream);
    const auto found = find_pool(pool);
    if (stream->capturing()) {
      *dptr = capture_allocation(*stream, bytesize);
    } else {
      allocate_from(found, dptr, bytesize);
    }
  });
}

CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  return api([&] {
    const auto stream = find_stream(hStream);
    if (dptr == 0) return;
    if (stream->capturing()) {
      capture_work(*stream, graph_free(dptr));
      return;
    }
    const auto info = allocations().find_base(dptr);
    require(info && info->on_device() && allocations().begin_freeing(dptr));
    Task task;
    task.run = [dptr] { allocations().free(dptr); };
    stream->enqueue(std::move(task), Handover::if_idle);
  });
}

CUresult CUDAAPI cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) {
  return api([&] { required(pool_out) = default_pool(the_driver().device(dev))->handle; });
}

CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) {
  return api([&] { required(pool) = current_pool(the_driver().device(dev))->handle; });
}

CUresult CUDAAPI cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
  return api([&] {
    Device& device = the_driver().device(dev);
    auto chosen = find_pool(pool);
    require(&chosen->device() == &device);
    current_pool(device);
    const std::scoped_lock lock(device.mutex);
    device.current_pool = std::move(chosen);
  });
}

#if CUDA_VERSION >= 13000
namespace {

/// Pools are of devices.
CUdevice pooled_device(CUmemLocation* location, CUmemAllocationType type) {
  require(required(location).type != CU_MEM_LOCATION_TYPE_INVALID);
  require(location->type == CU_MEM_LOCATION_TYPE_DEVICE && type == CU_MEM_ALLOCATION_TYPE_PINNED,
          CUDA_ERROR_NOT_SUPPORTED);
  return location->id;
}

}  // namespace

CUresult CUDAAPI cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location,
                                        CUmemAllocationType type) {
  return api([&] { return cuDeviceGetDefaultMemPool(pool_out, pooled_device(location, type)); });
}

CUresult CUDAAPI cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location, CUmemAllocationType type) {
  return api([&] { return cuDeviceGetMemPool(pool, pooled_device(location, type)); });
}

CUresult CUDAAPI cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool) {
  return api([&] { return cuDeviceSetMemPool(pooled_device(location, type), pool); });
}
#endif

CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) {
  return api([&] {
    required(pool);
    const CUmemPoolProps& props = required(poolProps);
    require(props.allocType == CU_MEM_ALLOCATION_TYPE_PINNED &&
            props.location.type == CU_MEM_LOCATION_TYPE_DEVICE);
    require(props.handleTypes == CU_MEM_HANDLE_TYPE_NONE, CUDA_ERROR_NOT_SUPPORTED);
    auto created = std::make_shared<MemoryPool>(the_driver().device(props.location.id), false);
    created->handle = the_driver().pools.insert(created);
    *pool = created->handle;
  });
}

CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool pool) {
  return api([&] {
    const auto ended = find_pool(pool);
    require(!ended->is_default());
    the_driver().pools.erase(pool);
    const std::scoped_lock lock(ended->device().mutex);
    // Memory already given out stays valid until it is freed.
    if (ended->device().current_pool == ended) ended->device().current_pool = ended->device().default_pool;
  });
}

CUresult CUDAAPI cuMemPoolTrimTo(CUmemoryPool pool, size_t) {
  return api([&] { find_pool(pool); });
}

CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return api([&] {
    const auto found = find_pool(pool);
    required(static_cast<char*>(value));
    if (std::atomic<int>* flag = reuse_flag(*found, attr)) {
      *flag = *static_cast<int*>(value);
      return;
    }
    const std::uint64_t number = *static_cast<cuuint64_t*>(value);
    switch (attr) {
      case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        found->release_threshold = number;
        break;
      case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
      case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        require(number == 0);  // a high-water mark can only be reset
        found->high = found->used();
        break;
      default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
  });
}

CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return api([&] {
    const auto found = find_pool(pool);
    required(static_cast<char*>(value));
    if (const std::atomic<int>* flag = reuse_flag(*found, attr)) {
      *static_cast<int*>(value) = *flag;
      return;
    }
    auto& number = *static_cast<cuuint64_t*>(value);
    switch (attr) {
      case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        number = found->release_threshold;
        break;
      case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
      case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
        number = found->used();
        break;
      case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
      case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        number = found->high;
        break;
      default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
  });
}

CUresult CUDAAPI cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count) {
  return api([&] {
    find_pool(pool);
    // Every device reaches every address here; the request itself must still make sense.
    for (std::size_t i = 0; i < count; ++i) {
      require((&required(map))[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE);
      the_driver().device(map[i].location.id);
    }
  });
}

CUresult CUDAAPI cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool, CUmemLocation* location) {
  return api([&] {
    required(flags);
    find_pool(memPool);
    require(required(location).type == CU_MEM_LOCATION_TYPE_DEVICE);
    the_driver().device(location->id);
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  });
}

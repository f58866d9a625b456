// The memory that graphs hold. It is given back when its graphs are destroyed; there is nothing to trim.
#include "driver/device.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator::driver;

CUresult CUDAAPI cuDeviceGraphMemTrim(CUdevice device) {
  return api([&] { the_driver().device(device); });
}

CUresult CUDAAPI cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
  return api([&] {
    const Device& found = the_driver().device(device);
    auto& number = required(static_cast<cuuint64_t*>(value));
    switch (attr) {
      case CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT:
      case CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT:
        number = found.graph_memory;
        break;
      case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
      case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
        number = found.graph_memory_high;
        break;
      default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
  });
}

CUresult CUDAAPI cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
  return api([&] {
    Device& found = the_driver().device(device);
    require(attr == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH || attr == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH);
    require(required(static_cast<cuuint64_t*>(value)) == 0);  // a high-water mark can only be reset
    found.graph_memory_high = found.graph_memory.load();
  });
}

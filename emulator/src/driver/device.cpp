#include "driver/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator::driver;

namespace {

constexpr char device_name[] = "GpuKernels emulator (CPU)";

void copy_text(char* output, int capacity, const std::string& text) {
  required(output);
  require(capacity > 0);
  const std::size_t length = std::min(text.size(), static_cast<std::size_t>(capacity) - 1);
  std::memcpy(output, text.data(), length);
  output[length] = '\0';
}

std::string pci_bus_id(const Device& device) {
  char text[16];
  std::snprintf(text, sizeof text, "0000:%02X:00.0", static_cast<unsigned>(device.ordinal + 1) & 0xffu);
  return text;
}

void write_uuid(CUuuid* uuid, CUdevice ordinal) {
  const Device& device = the_driver().device(ordinal);
  CUuuid value{};
  std::memcpy(value.bytes, "GPU-EMULATOR", 12);
  value.bytes[15] = static_cast<char>(device.ordinal);
  required(uuid) = value;
}

}  // namespace

CUresult CUDAAPI cuDeviceGet(CUdevice* device, int ordinal) {
  return api([&] {
    required(device);
    *device = the_driver().device(ordinal).ordinal;
  });
}

CUresult CUDAAPI cuDeviceGetCount(int* count) {
  return api([&] { required(count) = the_driver().config.devices; });
}

CUresult CUDAAPI cuDeviceGetName(char* name, int len, CUdevice dev) {
  return api([&] {
    the_driver().device(dev);
    copy_text(name, len, device_name);
  });
}

CUresult CUDAAPI cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
  return api([&] { write_uuid(uuid, dev); });
}

CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev) {
  return api([&] { write_uuid(uuid, dev); });
}

CUresult CUDAAPI cuDeviceGetLuid(char*, unsigned int*, CUdevice dev) {
  // Locally unique identifiers exist on Windows only, and the driver elsewhere says so.
  return api([&] {
    the_driver().device(dev);
    return CUDA_ERROR_NOT_SUPPORTED;
  });
}

CUresult CUDAAPI cuDeviceTotalMem_v2(size_t* bytes, CUdevice dev) {
  return api([&] {
    required(bytes);
    the_driver().device(dev);
    *bytes = the_driver().config.device_memory;
  });
}

CUresult CUDAAPI cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
  return api([&] {
    required(pi);
    const Device& device = the_driver().device(dev);
    require(device_attribute(attrib, device, *pi));
  });
}

CUresult CUDAAPI cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) {
  return api([&] {
    the_driver().device(dev);
    required(major) = 9;
    required(minor) = 0;
  });
}

CUresult CUDAAPI cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) {
  return api([&] {
    the_driver().device(dev);
    CUdevprop value{};
    value.maxThreadsPerBlock = limits::threads_per_block;
    value.maxThreadsDim[0] = limits::block_x;
    value.maxThreadsDim[1] = limits::block_y;
    value.maxThreadsDim[2] = limits::block_z;
    value.maxGridSize[0] = static_cast<int>(limits::grid_x);
    value.maxGridSize[1] = limits::grid_y;
    value.maxGridSize[2] = limits::grid_z;
    value.sharedMemPerBlock = limits::shared_per_block;
    value.totalConstantMemory = limits::constant_memory;
    value.SIMDWidth = limits::warp_size;
    value.memPitch = static_cast<int>(limits::max_pitch);
    value.regsPerBlock = limits::registers_per_block;
    value.clockRate = 1980000;
    value.textureAlign = 512;
    required(prop) = value;
  });
}

CUresult CUDAAPI cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
  return api([&] { copy_text(pciBusId, len, pci_bus_id(the_driver().device(dev))); });
}

CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) {
  return api([&] {
    required(dev);
    const std::string wanted = &required(pciBusId);
    for (const auto& device : the_driver().devices) {
      const std::string id = pci_bus_id(*device);
      // The domain, and the function after the dot, may be left out.
      if (wanted == id || wanted == id.substr(5) || wanted == id.substr(5, 5)) {
        *dev = device->ordinal;
        return;
      }
    }
    fail(CUDA_ERROR_INVALID_DEVICE);
  });
}

CUresult CUDAAPI cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
  return api([&] {
    required(canAccessPeer);
    const Device& device = the_driver().device(dev);
    const Device& peer = the_driver().device(peerDev);
    *canAccessPeer = device.ordinal != peer.ordinal;
  });
}

CUresult CUDAAPI cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib, CUdevice srcDevice,
                                         CUdevice dstDevice) {
  return api([&] {
    required(value);
    const Device& source = the_driver().device(srcDevice);
    const Device& destination = the_driver().device(dstDevice);
    require(source.ordinal != destination.ordinal, CUDA_ERROR_INVALID_DEVICE);
    switch (attrib) {
      case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
        *value = 0;
        break;
      case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED:
      case CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED:
        *value = 1;
        break;
      case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED:
        *value = 0;
        break;
      default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
  });
}

CUresult CUDAAPI cuDeviceGetExecAffinitySupport(int* pi, CUexecAffinityType type, CUdevice dev) {
  return api([&] {
    required(pi);
    the_driver().device(dev);
    require(type == CU_EXEC_AFFINITY_TYPE_SM_COUNT);
    *pi = 0;
  });
}

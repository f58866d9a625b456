// Copies of plain byte ranges.
#include "driver/context.hpp"
#include "driver/copy.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

using Side = CopyEnd::Side;

Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }

CUresult copy_peer(CUstream stream, CUdeviceptr destination, CUcontext destination_context,
                   CUdeviceptr source, CUcontext source_context, std::size_t size, bool asynchronous) {
  context_or_current(destination_context);
  context_or_current(source_context);
  return copy_bytes(stream, destination, Side::device, source, Side::device, size, asynchronous);
}

}  // namespace

CUresult CUDAAPI cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return api([&] { return copy_bytes(nullptr, dst, Side::unified, src, Side::unified, ByteCount, false); });
}

CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return api([&] { return copy_bytes(hStream, dst, Side::unified, src, Side::unified, ByteCount, true); });
}

CUresult CUDAAPI cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) {
  return api([&] {
    return copy_bytes(nullptr, dstDevice, Side::device, address_of(srcHost), Side::host, ByteCount, false);
  });
}

CUresult CUDAAPI cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount,
                                      CUstream hStream) {
  return api([&] {
    return copy_bytes(hStream, dstDevice, Side::device, address_of(srcHost), Side::host, ByteCount, true);
  });
}

CUresult CUDAAPI cuMemcpyDtoH_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return api([&] {
    return copy_bytes(nullptr, address_of(dstHost), Side::host, srcDevice, Side::device, ByteCount, false);
  });
}

CUresult CUDAAPI cuMemcpyDtoHAsync_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount,
                                      CUstream hStream) {
  return api([&] {
    return copy_bytes(hStream, address_of(dstHost), Side::host, srcDevice, Side::device, ByteCount, true);
  });
}

CUresult CUDAAPI cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return api([&] {
    return copy_bytes(nullptr, dstDevice, Side::device, srcDevice, Side::device, ByteCount, false);
  });
}

CUresult CUDAAPI cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,
                                      CUstream hStream) {
  return api(
      [&] { return copy_bytes(hStream, dstDevice, Side::device, srcDevice, Side::device, ByteCount, true); });
}

CUresult CUDAAPI cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                              CUcontext srcContext, size_t ByteCount) {
  return api(
      [&] { return copy_peer(nullptr, dstDevice, dstContext, srcDevice, srcContext, ByteCount, false); });
}

CUresult CUDAAPI cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                                   CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  return api(
      [&] { return copy_peer(hStream, dstDevice, dstContext, srcDevice, srcContext, ByteCount, true); });
}

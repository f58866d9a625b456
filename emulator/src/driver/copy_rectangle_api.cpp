// Copies of 2-D and 3-D regions of pitched memory.
#include "driver/context.hpp"
#include "driver/copy.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

/// One side of a region copy, as the descriptor gives it.
struct RectangleEnd {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  std::size_t x, y, z;
  std::size_t pitch, height;
};

CopyEnd end_of(const RectangleEnd& side, const Extent& extent) {
  CopyEnd end;
  switch (side.type) {
    case CU_MEMORYTYPE_HOST:
      end.address = reinterpret_cast<Address>(side.host);
      end.side = CopyEnd::Side::host;
      break;
    case CU_MEMORYTYPE_DEVICE:
      end.address = side.device;
      end.side = CopyEnd::Side::device;
      break;
    case CU_MEMORYTYPE_UNIFIED:
      end.address = side.device;
      end.side = CopyEnd::Side::unified;
      break;
    case CU_MEMORYTYPE_ARRAY:
      fail(CUDA_ERROR_NOT_SUPPORTED);  // no arrays exist here
    default:
      fail(CUDA_ERROR_INVALID_VALUE);
  }
  require(end.address != 0 || extent.empty());
  // A pitch of zero means tightly packed.
  end.pitch = side.pitch != 0 ? side.pitch : extent.width;
  require(extent.height <= 1 || end.pitch >= side.x + extent.width);
  const std::size_t rows = side.height != 0 ? side.height : extent.height;
  require(extent.depth <= 1 || rows >= side.y + extent.height);
  require(!__builtin_mul_overflow(end.pitch, rows, &end.slice_pitch));
  end.address += side.x + side.y * end.pitch + side.z * end.slice_pitch;
  return end;
}

CUresult copy_region(const CUDA_MEMCPY2D* description, CUstream stream, bool asynchronous) {
  current_context();
  const CUDA_MEMCPY2D& d = required(description);
  const Extent extent{d.WidthInBytes, d.Height, 1};
  const CopyEnd destination =
      end_of({d.dstMemoryType, d.dstHost, d.dstDevice, d.dstXInBytes, d.dstY, 0, d.dstPitch, 0}, extent);
  const CopyEnd source =
      end_of({d.srcMemoryType, d.srcHost, d.srcDevice, d.srcXInBytes, d.srcY, 0, d.srcPitch, 0}, extent);
  return copy(stream, destination, source, extent, asynchronous);
}

template <typename Description>
void read_volume(const Description& d, CopyEnd& destination, CopyEnd& source, Extent& extent) {
  extent = {d.WidthInBytes, d.Height, d.Depth};
  destination = end_of(
      {d.dstMemoryType, d.dstHost, d.dstDevice, d.dstXInBytes, d.dstY, d.dstZ, d.dstPitch, d.dstHeight},
      extent);
  source = end_of(
      {d.srcMemoryType, d.srcHost, d.srcDevice, d.srcXInBytes, d.srcY, d.srcZ, d.srcPitch, d.srcHeight},
      extent);
}

template <typename Description>
CUresult copy_volume(const Description* description, CUstream stream, bool asynchronous) {
  current_context();
  CopyEnd destination, source;
  Extent extent;
  read_volume(required(description), destination, source, extent);
  return copy(stream, destination, source, extent, asynchronous);
}

}  // namespace

namespace gpu_emulator::driver {

void read_description(const CUDA_MEMCPY3D& description, CopyEnd& destination, CopyEnd& source,
                      Extent& extent) {
  read_volume(description, destination, source, extent);
}

}  // namespace gpu_emulator::driver

CUresult CUDAAPI cuMemcpy2D_v2(const CUDA_MEMCPY2D* pCopy) {
  return api([&] { return copy_region(pCopy, nullptr, false); });
}

CUresult CUDAAPI cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* pCopy) {
  return api([&] { return copy_region(pCopy, nullptr, false); });
}

CUresult CUDAAPI cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* pCopy, CUstream hStream) {
  return api([&] { return copy_region(pCopy, hStream, true); });
}

CUresult CUDAAPI cuMemcpy3D_v2(const CUDA_MEMCPY3D* pCopy) {
  return api([&] { return copy_volume(pCopy, nullptr, false); });
}

CUresult CUDAAPI cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* pCopy, CUstream hStream) {
  return api([&] { return copy_volume(pCopy, hStream, true); });
}

CUresult CUDAAPI cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* pCopy) {
  return api([&] { return copy_volume(pCopy, nullptr, false); });
}

CUresult CUDAAPI cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) {
  return api([&] { return copy_volume(pCopy, hStream, true); });
}

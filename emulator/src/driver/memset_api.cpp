// Filling device memory with values of 1, 2 or 4 bytes.
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/submit.hpp"
#include "driver/work.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

template <typename Value>
CUresult fill(CUstream stream_handle, CUdeviceptr destination, std::size_t pitch, Value value,
              std::size_t width, std::size_t height, bool asynchronous) {
  const auto stream = find_stream(stream_handle);
  if (width == 0 || height == 0) return CUDA_SUCCESS;
  return submit(*stream, checked_fill(destination, pitch, value, sizeof(Value), width, height),
                !asynchronous);
}

using Byte = unsigned char;
using Short = unsigned short;
using Word = unsigned int;

}  // namespace

CUresult CUDAAPI cuMemsetD8_v2(CUdeviceptr dstDevice, Byte uc, size_t N) {
  return api([&] { return fill<Byte>(nullptr, dstDevice, 0, uc, N, 1, false); });
}

CUresult CUDAAPI cuMemsetD16_v2(CUdeviceptr dstDevice, Short us, size_t N) {
  return api([&] { return fill<Short>(nullptr, dstDevice, 0, us, N, 1, false); });
}

CUresult CUDAAPI cuMemsetD32_v2(CUdeviceptr dstDevice, Word ui, size_t N) {
  return api([&] { return fill<Word>(nullptr, dstDevice, 0, ui, N, 1, false); });
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr dstDevice, Byte uc, size_t N, CUstream hStream) {
  return api([&] { return fill<Byte>(hStream, dstDevice, 0, uc, N, 1, true); });
}

CUresult CUDAAPI cuMemsetD16Async(CUdeviceptr dstDevice, Short us, size_t N, CUstream hStream) {
  return api([&] { return fill<Short>(hStream, dstDevice, 0, us, N, 1, true); });
}

CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr dstDevice, Word ui, size_t N, CUstream hStream) {
  return api([&] { return fill<Word>(hStream, dstDevice, 0, ui, N, 1, true); });
}

CUresult CUDAAPI cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, Byte uc, size_t Width,
                                 size_t Height) {
  return api([&] { return fill<Byte>(nullptr, dstDevice, dstPitch, uc, Width, Height, false); });
}

CUresult CUDAAPI cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, Short us, size_t Width,
                                  size_t Height) {
  return api([&] { return fill<Short>(nullptr, dstDevice, dstPitch, us, Width, Height, false); });
}

CUresult CUDAAPI cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, Word ui, size_t Width,
                                  size_t Height) {
  return api([&] { return fill<Word>(nullptr, dstDevice, dstPitch, ui, Width, Height, false); });
}

CUresult CUDAAPI cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, Byte uc, size_t Width,
                                   size_t Height, CUstream hStream) {
  return api([&] { return fill<Byte>(hStream, dstDevice, dstPitch, uc, Width, Height, true); });
}

CUresult CUDAAPI cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, Short us, size_t Width,
                                    size_t Height, CUstream hStream) {
  return api([&] { return fill<Short>(hStream, dstDevice, dstPitch, us, Width, Height, true); });
}

CUresult CUDAAPI cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, Word ui, size_t Width,
                                    size_t Height, CUstream hStream) {
  return api([&] { return fill<Word>(hStream, dstDevice, dstPitch, ui, Width, Height, true); });
}

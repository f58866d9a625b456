#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "fixture.hpp"

namespace driver_test {
namespace {

class MemoryTest : public WithContext {};

TEST_F(MemoryTest, CopiesThereAndBack) {
  std::vector<unsigned> host(1000), back(1000);
  std::iota(host.begin(), host.end(), 5u);
  CUdeviceptr first = memory(4000), second = memory(4000);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyHtoD)(first, host.data(), 4000));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoD)(second, first, 4000));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoH)(back.data(), second, 4000));
  EXPECT_EQ(host, back);
  std::fill(back.begin(), back.end(), 0u);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpy)(reinterpret_cast<CUdeviceptr>(back.data()), second, 4000));
  EXPECT_EQ(host, back);
}

TEST_F(MemoryTest, AsynchronousCopyFromPageableMemoryTakesASnapshot) {
  CUdeviceptr word = memory(4);
  CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  unsigned value = 1;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyHtoDAsync)(word, &value, 4, stream));
  value = 2;
  EXPECT_EQ(read_word(word, stream), 1u);
}

TEST_F(MemoryTest, PageLockedCopiesAreAsynchronous) {
  CUdeviceptr word = memory(4);
  CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  unsigned* locked = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocHost)(reinterpret_cast<void**>(&locked), 4));
  *locked = 1;
  Gate gate;
  gate.hold(stream);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyHtoDAsync)(word, locked, 4, stream));
  *locked = 2;  // the copy has not happened yet
  gate.open();
  EXPECT_EQ(read_word(word, stream), 2u);
}

TEST_F(MemoryTest, MemsetOfEveryWidth) {
  CUdeviceptr pointer = memory(64);
  std::vector<unsigned char> host(64);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD8)(pointer, 0xab, 64));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD16)(pointer + 2, 0x1234, 3));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(pointer + 16, 0xdeadbeef, 2));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD2D8)(pointer + 32, 16, 0x77, 3, 2));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoH)(host.data(), pointer, 64));
  const std::vector<unsigned char> expected = [] {
    std::vector<unsigned char> bytes(64, 0xab);
    for (std::size_t i = 2; i < 8; i += 2) bytes[i] = 0x34, bytes[i + 1] = 0x12;
    for (std::size_t i = 16; i < 24; i += 4) {
      bytes[i] = 0xef, bytes[i + 1] = 0xbe, bytes[i + 2] = 0xad, bytes[i + 3] = 0xde;
    }
    for (std::size_t i : {32u, 33u, 34u, 48u, 49u, 50u}) bytes[i] = 0x77;
    return bytes;
  }();
  EXPECT_EQ(host, expected);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemsetD2D8)(pointer, 8, 0, 16, 2));   // pitch under the width
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemsetD2D8)(pointer, 40, 0, 30, 2));  // last row out of range
}

TEST_F(MemoryTest, PitchedCopies) {
  CUdeviceptr pointer = 0;
  std::size_t pitch = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocPitch)(&pointer, &pitch, 10, 4, 4));
  EXPECT_GE(pitch, 10u);
  std::vector<unsigned char> host(40), back(40);
  std::iota(host.begin(), host.end(), static_cast<unsigned char>(0));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host.data();
  copy.srcPitch = 10;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = pointer;
  copy.dstPitch = pitch;
  copy.WidthInBytes = 10;
  copy.Height = 4;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpy2D)(&copy));
  // The inner 3×2 rectangle at (2, 1) back into the same place.
  CUDA_MEMCPY2D inner{};
  inner.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  inner.srcDevice = pointer;
  inner.srcPitch = pitch;
  inner.srcXInBytes = inner.dstXInBytes = 2;
  inner.srcY = inner.dstY = 1;
  inner.dstMemoryType = CU_MEMORYTYPE_HOST;
  inner.dstHost = back.data();
  inner.dstPitch = 10;
  inner.WidthInBytes = 3;
  inner.Height = 2;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpy2D)(&inner));
  for (std::size_t y = 0; y < 4; ++y) {
    for (std::size_t x = 0; x < 10; ++x) {
      const bool inside = x >= 2 && x < 5 && y >= 1 && y < 3;
      EXPECT_EQ(back[10 * y + x], inside ? host[10 * y + x] : 0);
    }
  }
  copy.Height = 5;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemcpy2D)(&copy));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemAllocPitch)(&pointer, &pitch, 10, 4, 3));
}

TEST_F(MemoryTest, VolumeCopies) {
  CUdeviceptr pointer = memory(4 * 3 * 2);
  std::vector<unsigned char> host(36), back(36);  // what a copy of the wrong depth would touch
  std::iota(host.begin(), host.end(), static_cast<unsigned char>(1));
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host.data();
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = pointer;
  copy.srcPitch = copy.dstPitch = 4;
  copy.srcHeight = copy.dstHeight = 3;
  copy.WidthInBytes = 4;
  copy.Height = 3;
  copy.Depth = 2;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpy3D)(&copy));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoH)(back.data(), pointer, 24));
  EXPECT_TRUE(std::equal(host.begin(), host.begin() + 24, back.begin()));
  copy.Depth = 3;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemcpy3D)(&copy));
}

TEST_F(MemoryTest, ManagedMemoryHasOneAddress) {
  CUdeviceptr pointer = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocManaged)(&pointer, 64, CU_MEM_ATTACH_GLOBAL));
  auto* words = reinterpret_cast<unsigned*>(pointer);
  words[0] = 41;
  unsigned value = 42;
  void* parameters[] = {&pointer, &value};
  ASSERT_CU(CUDA_SUCCESS, launch(function("store"), 1, parameters));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  EXPECT_EQ(words[0], 42u);
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemFree)(pointer));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemAllocManaged)(&pointer, 64, 0));
}

TEST_F(MemoryTest, KernelsReachPageLockedAndRegisteredMemory) {
  unsigned* locked = nullptr;
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuMemHostAlloc)(reinterpret_cast<void**>(&locked), 4, CU_MEMHOSTALLOC_DEVICEMAP));
  std::vector<unsigned> own(4096, 0);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemHostRegister)(own.data(), own.size() * 4, CU_MEMHOSTREGISTER_DEVICEMAP));
  CUfunction store = function("store");
  unsigned value = 7;
  for (unsigned* target : {locked, &own[100]}) {
    CUdeviceptr pointer = 0;
    ASSERT_CU(CUDA_SUCCESS, CU(cuMemHostGetDevicePointer)(&pointer, target, 0));
    void* parameters[] = {&pointer, &value};
    ASSERT_CU(CUDA_SUCCESS, launch(store, 1, parameters));
    ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
    EXPECT_EQ(*target, 7u);
  }
  EXPECT_CU(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, CU(cuMemHostRegister)(own.data(), 64, 0));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemHostUnregister)(own.data()));
  EXPECT_CU(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, CU(cuMemHostUnregister)(own.data()));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemFreeHost)(locked));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemFreeHost)(locked));
}

TEST_F(MemoryTest, StreamOrderedAllocation) {
  CUstream stream = make_stream();
  CUdeviceptr pointer = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocAsync)(&pointer, 4096, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(pointer, 3, 1024, stream));
  EXPECT_EQ(read_word(pointer + 4092, stream), 3u);
  CUmemoryPool pool = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDeviceGetDefaultMemPool)(&pool, 0));
  cuuint64_t used = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemPoolGetAttribute)(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_GE(used, 4096u);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemFreeAsync)(pointer, stream));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemFreeAsync)(pointer, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemPoolGetAttribute)(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_EQ(used, 0u);
}

TEST_F(MemoryTest, PointerAttributes) {
  CUdeviceptr device = memory(256), managed = 0;
  void* locked = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocManaged)(&managed, 64, CU_MEM_ATTACH_GLOBAL));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocHost)(&locked, 64));
  unsigned type = 0, is_managed = 0;
  EXPECT_CU(CUDA_SUCCESS, CU(cuPointerGetAttribute)(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device + 100));
  EXPECT_EQ(type, static_cast<unsigned>(CU_MEMORYTYPE_DEVICE));
  EXPECT_CU(CUDA_SUCCESS, CU(cuPointerGetAttribute)(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
  EXPECT_EQ(is_managed, 1u);
  EXPECT_CU(CUDA_SUCCESS, CU(cuPointerGetAttribute)(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                                    reinterpret_cast<CUdeviceptr>(locked)));
  EXPECT_EQ(type, static_cast<unsigned>(CU_MEMORYTYPE_HOST));
  CUdeviceptr start = 0;
  std::size_t size = 0;
  EXPECT_CU(CUDA_SUCCESS,
            CU(cuPointerGetAttribute)(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, device + 100));
  EXPECT_CU(CUDA_SUCCESS, CU(cuPointerGetAttribute)(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, device + 100));
  EXPECT_EQ(start, device);
  EXPECT_EQ(size, 256u);
  int local = 0;
  const auto ordinary = reinterpret_cast<CUdeviceptr>(&local);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            CU(cuPointerGetAttribute)(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, ordinary));
  CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE};
  void* data[] = {&type};
  type = 99;
  EXPECT_CU(CUDA_SUCCESS, CU(cuPointerGetAttributes)(1, attributes, data, ordinary));
  EXPECT_EQ(type, 0u);
}

TEST_F(MemoryTest, FreeMemoryIsCounted) {
  std::size_t before = 0, during = 0, after = 0, total = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&before, &total));
  CUdeviceptr pointer = memory(64u << 20);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&during, &total));
  EXPECT_LE(during + (64u << 20), before);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemFree)(pointer));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&after, &total));
  EXPECT_GE(after, during + (64u << 20));
  EXPECT_CU(CUDA_ERROR_OUT_OF_MEMORY, CU(cuMemAlloc)(&pointer, total + 1));
}

TEST_F(MemoryTest, PeerCopies) {
  int count = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDeviceGetCount)(&count));
  if (count < 2) GTEST_SKIP() << "needs two devices";
  CUcontext other = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxRetain)(&other, 1));
  CUdeviceptr here = memory(4);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(here, 123, 1));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(other));
  CUdeviceptr there = memory(4);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyPeer)(there, other, here, context, 4));
  unsigned value = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoH)(&value, there, 4));
  EXPECT_EQ(value, 123u);
  int ordinal = -1;
  ASSERT_CU(CUDA_SUCCESS, CU(cuPointerGetAttribute)(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, there));
  EXPECT_EQ(ordinal, 1);
  int can = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDeviceCanAccessPeer)(&can, 0, 1));
  if (can != 0) {
    EXPECT_CU(CUDA_SUCCESS, CU(cuCtxEnablePeerAccess)(context, 0));
    EXPECT_CU(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, CU(cuCtxEnablePeerAccess)(context, 0));
    EXPECT_CU(CUDA_SUCCESS, CU(cuCtxDisablePeerAccess)(context));
    EXPECT_CU(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, CU(cuCtxDisablePeerAccess)(context));
  }
  CU(cuDevicePrimaryCtxRelease)(1);
}

TEST_F(MemoryTest, AdviceIsKept) {
  CUdeviceptr pointer = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocManaged)(&pointer, 4096, CU_MEM_ATTACH_GLOBAL));
  const auto advise = resolve<CUresult (*)(CUdeviceptr, std::size_t, CUmem_advise, CUdevice)>("cuMemAdvise");
  ASSERT_CU(CUDA_SUCCESS, advise(pointer, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
  int value = 0;
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuMemRangeGetAttribute)(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, pointer, 4096));
  EXPECT_EQ(value, 1);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            CU(cuMemRangeGetAttribute)(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory(64), 64));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, advise(pointer, 1u << 30, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
}

}  // namespace
}  // namespace driver_test

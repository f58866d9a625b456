// Addresses and memory apart: cuMemAddressReserve, cuMemCreate, cuMemMap, cuMemSetAccess.
#include <numeric>
#include <vector>

#include "fixture.hpp"

namespace driver_test {
namespace {

class VirtualMemoryTest : public WithContext {
 protected:
  void SetUp() override {
    WithContext::SetUp();
    int supported = 0;
    DRIVER_TEST_MUST(
        CU(cuDeviceGetAttribute)(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
    if (supported == 0) GTEST_SKIP() << "the device has no virtual memory management";
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    DRIVER_TEST_MUST(
        CU(cuMemGetAllocationGranularity)(&piece, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  }

  CUdeviceptr reserve(std::size_t size) {
    CUdeviceptr base = 0;
    DRIVER_TEST_MUST(CU(cuMemAddressReserve)(&base, size, 0, 0, 0));
    return base;
  }
  CUmemGenericAllocationHandle create(std::size_t size) {
    CUmemGenericAllocationHandle handle = 0;
    DRIVER_TEST_MUST(CU(cuMemCreate)(&handle, size, &properties, 0));
    return handle;
  }
  static int grant(CUdeviceptr base, std::size_t size,
                   CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE) {
    CUmemAccessDesc access{};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = flags;
    return CU(cuMemSetAccess)(base, size, &access, 1);
  }

  CUmemAllocationProp properties{};
  std::size_t piece = 0;
};

TEST_F(VirtualMemoryTest, TwoPiecesAreOneArray) {
  const CUdeviceptr base = reserve(2 * piece);
  for (std::size_t i = 0; i < 2; ++i) {
    const CUmemGenericAllocationHandle handle = create(piece);
    ASSERT_CU(CUDA_SUCCESS, CU(cuMemMap)(base + i * piece, piece, 0, handle, 0));
    ASSERT_CU(CUDA_SUCCESS, CU(cuMemRelease)(handle));  // the mapping keeps it
  }
  ASSERT_CU(CUDA_SUCCESS, grant(base, 2 * piece));
  std::vector<unsigned> host(1000), back(1000);
  std::iota(host.begin(), host.end(), 7u);
  const CUdeviceptr across = base + piece - 2000;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyHtoD)(across, host.data(), 4000));
  CUdeviceptr word = base + piece;
  unsigned value = 99;
  void* parameters[] = {&word, &value};
  ASSERT_CU(CUDA_SUCCESS, launch(function("store"), 1, parameters));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoH)(back.data(), across, 4000));
  host[500] = 99;
  EXPECT_EQ(back, host);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemcpyHtoD)(base + 2 * piece - 8, host.data(), 12));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemUnmap)(base, 2 * piece));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAddressFree)(base, 2 * piece));
}

TEST_F(VirtualMemoryTest, OneMemoryAtTwoAddresses) {
  const CUdeviceptr first = reserve(piece), second = reserve(piece);
  const CUmemGenericAllocationHandle handle = create(piece);
  for (const CUdeviceptr base : {first, second}) {
    ASSERT_CU(CUDA_SUCCESS, CU(cuMemMap)(base, piece, 0, handle, 0));
    ASSERT_CU(CUDA_SUCCESS, grant(base, piece));
  }
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(first, 5, piece / 4));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  EXPECT_EQ(read_word(second + piece - 4, nullptr), 5u);
  // Unmapped and mapped again elsewhere, it still holds what was written.
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemUnmap)(first, piece));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemUnmap)(second, piece));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemMap)(second, piece, 0, handle, 0));
  ASSERT_CU(CUDA_SUCCESS, grant(second, piece));
  EXPECT_EQ(read_word(second, nullptr), 5u);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemUnmap)(second, piece));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemRelease)(handle));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAddressFree)(first, piece));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAddressFree)(second, piece));
}

TEST_F(VirtualMemoryTest, AccessIsGrantedNotGiven) {
  const CUdeviceptr base = reserve(piece);
  const CUmemGenericAllocationHandle handle = create(piece);
  unsigned value = 1;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemMap)(base, piece, 0, handle, 0));
  if (on_emulator()) {
    EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemcpyHtoD)(base, &value, 4));
  }
  CUmemLocation here{};
  here.type = CU_MEM_LOCATION_TYPE_DEVICE;
  unsigned long long flags = 9;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetAccess)(&flags, &here, base));
  EXPECT_EQ(flags, static_cast<unsigned long long>(CU_MEM_ACCESS_FLAGS_PROT_NONE));
  ASSERT_CU(CUDA_SUCCESS, grant(base, piece));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetAccess)(&flags, &here, base));
  EXPECT_EQ(flags, static_cast<unsigned long long>(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemcpyHtoD)(base, &value, 4));
  CUmemGenericAllocationHandle again = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemRetainAllocationHandle)(&again, reinterpret_cast<void*>(base + 64)));
  EXPECT_EQ(again, handle);
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemRelease)(again));
  CUmemAllocationProp told{};
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetAllocationPropertiesFromHandle)(&told, handle));
  EXPECT_EQ(told.location.type, CU_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemFree)(base));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemUnmap)(base, piece));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemRelease)(handle));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAddressFree)(base, piece));
}

TEST_F(VirtualMemoryTest, MisuseIsRefused) {
  CUmemGenericAllocationHandle handle = 0;
  CUdeviceptr base = 0;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemCreate)(&handle, piece + 1, &properties, 0));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemCreate)(&handle, piece, &properties, 1));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemAddressReserve)(&base, 1000, 0, 0, 0));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemAddressReserve)(&base, piece, 3, 0, 0));
  base = reserve(2 * piece);
  handle = create(piece);
  EXPECT_CU(CUDA_ERROR_NOT_SUPPORTED, CU(cuMemMap)(base, 2 * piece, 0, handle, 0));  // more than there is
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, grant(base, piece));                           // nothing is mapped
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemMap)(base, piece, 0, handle, 0));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemMap)(base, piece, 0, handle, 0));  // mapped already
  if (on_emulator()) {
    EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemUnmap)(base, 2 * piece));        // not all of it is mapped
    EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemAddressFree)(base, 2 * piece));  // in use
    EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemMap)(base + piece, piece, 0, handle + 16, 0));
  }
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemUnmap)(base, piece));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemRelease)(handle));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemAddressFree)(base, piece));  // not as reserved
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAddressFree)(base, 2 * piece));
}

TEST_F(VirtualMemoryTest, MemoryIsCountedUntilNothingHoldsIt) {
  std::size_t before = 0, during = 0, mapped = 0, after = 0, total = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&before, &total));
  const CUmemGenericAllocationHandle handle = create(16 * piece);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&during, &total));
  EXPECT_LE(during + 16 * piece, before);
  const CUdeviceptr base = reserve(16 * piece);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemMap)(base, 16 * piece, 0, handle, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemRelease)(handle));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&mapped, &total));
  EXPECT_LE(mapped + 16 * piece, before);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemUnmap)(base, 16 * piece));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&after, &total));
  EXPECT_GE(after, mapped + 16 * piece);
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAddressFree)(base, 16 * piece));
}

TEST_F(VirtualMemoryTest, AKernelBeyondTheMappingFails) {
  if (!on_emulator()) GTEST_SKIP() << "ends the context";
  const CUdeviceptr base = reserve(2 * piece);
  const CUmemGenericAllocationHandle handle = create(piece);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemMap)(base, piece, 0, handle, 0));
  ASSERT_CU(CUDA_SUCCESS, grant(base, piece));
  CUdeviceptr outside = base + piece;
  unsigned value = 1;
  void* parameters[] = {&outside, &value};
  ASSERT_CU(CUDA_SUCCESS, launch(function("store"), 1, parameters));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, CU(cuCtxSynchronize)());
}

}  // namespace
}  // namespace driver_test

// Symbols: all that cuda.h declares are there, and cuGetProcAddress finds the right variant.
#include "fixture.hpp"

namespace driver_test {
namespace {

class EntryPointTest : public testing::Test {
 protected:
  static void* find(const char* name, int version, cuuint64_t flags = 0) {
    void* address = nullptr;
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
    EXPECT_CU(CUDA_SUCCESS, CU(cuGetProcAddress)(name, &address, version, flags, &status));
    EXPECT_EQ(address != nullptr, status == CU_GET_PROC_ADDRESS_SUCCESS);
    return address;
  }
  static void* symbol(const char* name) { return dlsym(driver_library(), name); }
};

TEST_F(EntryPointTest, TheVersionChoosesTheVariant) {
  EXPECT_EQ(find("cuMemAlloc", 12000), symbol("cuMemAlloc_v2"));
  EXPECT_EQ(find("cuCtxCreate", 11030), symbol("cuCtxCreate_v2"));
  EXPECT_EQ(find("cuCtxCreate", 12000), symbol("cuCtxCreate_v3"));
  EXPECT_EQ(find("cuGetProcAddress", 12000), symbol("cuGetProcAddress_v2"));
  EXPECT_EQ(find("cuStreamBeginCapture", 12000), symbol("cuStreamBeginCapture_v2"));
  EXPECT_EQ(find("cuDeviceGet", 12000), symbol("cuDeviceGet"));
  EXPECT_EQ(find("cuEventElapsedTime", 12000), symbol("cuEventElapsedTime"));
}

TEST_F(EntryPointTest, TheFlagsChooseTheDefaultStream) {
  EXPECT_EQ(find("cuLaunchKernel", 12000), symbol("cuLaunchKernel"));
  EXPECT_EQ(find("cuLaunchKernel", 12000, CU_GET_PROC_ADDRESS_LEGACY_STREAM), symbol("cuLaunchKernel"));
  EXPECT_EQ(find("cuLaunchKernel", 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
            symbol("cuLaunchKernel_ptsz"));
  EXPECT_EQ(find("cuMemcpyHtoD", 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
            symbol("cuMemcpyHtoD_v2_ptds"));
  EXPECT_EQ(find("cuMemAlloc", 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
            symbol("cuMemAlloc_v2"));
}

TEST_F(EntryPointTest, TooOldAVersionIsSaid) {
  void* address = nullptr;
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
  EXPECT_CU(CUDA_SUCCESS, CU(cuGetProcAddress)("cuLibraryLoadData", &address, 11000, 0, &status));
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
}

TEST_F(EntryPointTest, EverySymbolOfTheHeaderExists) {
#define GPU_EMULATOR_ADDRESS(name) #name
  const struct {
    const char* name;
    int version;
    bool per_thread;
    const char* symbol;
  } rows[] = {
#include "proc_address.inc"
  };
  std::size_t count = 0;
  for (const auto& row : rows) {
    EXPECT_NE(symbol(row.symbol), nullptr) << row.symbol;
    ++count;
  }
  EXPECT_GT(count, 500u);
}

TEST_F(EntryPointTest, WhatIsMissingSaysSoOnce) {
  if (!on_emulator()) GTEST_SKIP() << "nothing is missing in a real driver";
  DRIVER_TEST_MUST(CU(cuInit)(0));
  testing::internal::CaptureStderr();
  const auto missing = resolve<CUresult (*)(const void*)>("cuTensorMapEncodeTiled");
  EXPECT_CU(CUDA_ERROR_NOT_SUPPORTED, missing(nullptr));
  EXPECT_CU(CUDA_ERROR_NOT_SUPPORTED, missing(nullptr));
  const std::string said = testing::internal::GetCapturedStderr();
  const std::size_t first = said.find("cuTensorMapEncodeTiled");
  EXPECT_NE(first, std::string::npos) << said;
  EXPECT_EQ(said.find("cuTensorMapEncodeTiled", first + 1), std::string::npos) << said;
}

}  // namespace
}  // namespace driver_test

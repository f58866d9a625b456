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
  /// A real driver may give another address than its symbol's.
  static void expect_variant(void* found, const char* name) {
    EXPECT_NE(found, nullptr) << name;
    if (on_emulator()) {
      EXPECT_EQ(found, symbol(name)) << name;
    }
  }
};

TEST_F(EntryPointTest, TheVersionChoosesTheVariant) {
  expect_variant(find("cuMemAlloc", 12000), "cuMemAlloc_v2");
  expect_variant(find("cuCtxCreate", 11030), "cuCtxCreate_v2");
  expect_variant(find("cuCtxCreate", 12000), "cuCtxCreate_v3");
  expect_variant(find("cuGetProcAddress", 12000), "cuGetProcAddress_v2");
  expect_variant(find("cuStreamBeginCapture", 12000), "cuStreamBeginCapture_v2");
  expect_variant(find("cuDeviceGet", 12000), "cuDeviceGet");
  expect_variant(find("cuEventElapsedTime", 12000), "cuEventElapsedTime");
}

TEST_F(EntryPointTest, TheFlagsChooseTheDefaultStream) {
  expect_variant(find("cuLaunchKernel", 12000), "cuLaunchKernel");
  expect_variant(find("cuLaunchKernel", 12000, CU_GET_PROC_ADDRESS_LEGACY_STREAM), "cuLaunchKernel");
  expect_variant(find("cuLaunchKernel", 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
                 "cuLaunchKernel_ptsz");
  expect_variant(find("cuMemcpyHtoD", 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
                 "cuMemcpyHtoD_v2_ptds");
  expect_variant(find("cuMemAlloc", 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM), "cuMemAlloc_v2");
}

TEST_F(EntryPointTest, TooOldAVersionIsSaid) {
  void* address = nullptr;
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
  EXPECT_CU(CUDA_SUCCESS, CU(cuGetProcAddress)("cuLibraryLoadData", &address, 11000, 0, &status));
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
}

TEST_F(EntryPointTest, EverySymbolOfTheHeaderExists) {
  if (!on_emulator()) GTEST_SKIP() << "a driver may be older than the header";
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

TEST_F(EntryPointTest, TheRuntimeLibraryIsToldWhyItCannotRun) {
  if (!on_emulator()) GTEST_SKIP() << "a real driver has the tables that cudart asks for";
  testing::internal::CaptureStderr();
  const void* table = &table;
  const CUuuid id{};
  EXPECT_CU(CUDA_ERROR_NOT_SUPPORTED, CU(cuGetExportTable)(&table, &id));
  EXPECT_EQ(table, nullptr);
  EXPECT_CU(CUDA_ERROR_NOT_SUPPORTED, CU(cuGetExportTable)(&table, &id));
  const std::string said = testing::internal::GetCapturedStderr();
  for (const char* part : {"cudart", "not documented", "cuLaunchKernel"})
    EXPECT_NE(said.find(part), std::string::npos) << said;
  EXPECT_EQ(said.find("cuGetExportTable"), said.rfind("cuGetExportTable")) << said;
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

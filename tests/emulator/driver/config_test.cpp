// What the environment makes the emulator show. Registered once a setting; without settings the tests skip.
#include <cstdlib>

#include "fixture.hpp"

namespace driver_test {
namespace {

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return on_emulator() && value != nullptr ? value : nullptr;
}

TEST(ConfigTest, Multiprocessors) {
  const char* expected = setting("GPU_EMULATOR_SM");
  if (expected == nullptr) GTEST_SKIP() << "GPU_EMULATOR_SM is not set";
  DRIVER_TEST_MUST(CU(cuInit)(0));
  int count = 0;
  EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetAttribute)(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  EXPECT_EQ(count, std::atoi(expected));
}

TEST(ConfigTest, Memory) {
  if (setting("GPU_EMULATOR_MEMORY") == nullptr) GTEST_SKIP() << "GPU_EMULATOR_MEMORY is not set";
  make_context();  // with 64M
  std::size_t total = 0, free = 0;
  EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceTotalMem)(&total, 0));
  EXPECT_EQ(total, std::size_t{64} << 20);
  CUdeviceptr first = 0, second = 0;
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAlloc)(&first, std::size_t{40} << 20));
  EXPECT_CU(CUDA_ERROR_OUT_OF_MEMORY, CU(cuMemAlloc)(&second, std::size_t{40} << 20));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&free, &total));
  EXPECT_EQ(free, std::size_t{24} << 20);
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemFree)(first));
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAlloc)(&second, std::size_t{40} << 20));
}

TEST(ConfigTest, Devices) {
  const char* expected = setting("EXPECTED_DEVICES");
  if (expected == nullptr) GTEST_SKIP() << "EXPECTED_DEVICES is not set";
  int count = 0;
  if (std::atoi(expected) == 0) {
    EXPECT_CU(CUDA_ERROR_NO_DEVICE, CU(cuInit)(0));
    EXPECT_CU(CUDA_ERROR_NOT_INITIALIZED, CU(cuDeviceGetCount)(&count));
  } else {
    DRIVER_TEST_MUST(CU(cuInit)(0));
    EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetCount)(&count));
    EXPECT_EQ(count, std::atoi(expected));
  }
}

}  // namespace
}  // namespace driver_test

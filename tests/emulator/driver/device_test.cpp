#include <algorithm>
#include <cstring>
#include <set>

#include "fixture.hpp"

namespace driver_test {
namespace {

int attribute(CUdevice_attribute which, CUdevice device = 0) {
  int value = -1;
  DRIVER_TEST_MUST(CU(cuDeviceGetAttribute)(&value, which, device));
  return value;
}

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override { DRIVER_TEST_MUST(CU(cuInit)(0)); }
};

TEST_F(DeviceTest, EveryAttributeOfTheHeaderIsAnswered) {
  if (!on_emulator()) GTEST_SKIP() << "a driver may be older than the header, and numbers have gaps";
  for (int number = 1; number < static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX); ++number) {
    int value = 0;
    EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetAttribute)(&value, static_cast<CUdevice_attribute>(number), 0))
        << number;
  }
}

TEST_F(DeviceTest, LooksLikeComputeCapability90) {
  if (!on_emulator()) GTEST_SKIP() << "describes the emulated device";
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), 9);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), 0);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE), 32);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z), 64);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), 49152);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), 232448);
  EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), 132);
  int version = 0;
  EXPECT_CU(CUDA_SUCCESS, CU(cuDriverGetVersion)(&version));
  EXPECT_EQ(version, std::min(13000, CUDA_VERSION));
}

TEST_F(DeviceTest, NamesAndNumbersTellDevicesApart) {
  int count = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDeviceGetCount)(&count));
  if (on_emulator()) {
    ASSERT_EQ(count, 2);  // GPU_EMULATOR_DEVICES, set by the test's registration
  }
  std::set<std::string> uuids, buses;
  for (int i = 0; i < count; ++i) {
    CUuuid uuid{};
    char bus[32] = {}, name[100] = {};
    EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetUuid)(&uuid, i));
    EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetPCIBusId)(bus, sizeof bus, i));
    EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetName)(name, sizeof name, i));
    EXPECT_GT(std::strlen(name), 0u);
    uuids.insert(std::string(uuid.bytes, sizeof uuid.bytes));
    buses.insert(bus);
    CUdevice found = -1;
    EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetByPCIBusId)(&found, bus));
    EXPECT_EQ(found, i);
  }
  EXPECT_EQ(uuids.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(buses.size(), static_cast<std::size_t>(count));
}

TEST_F(DeviceTest, NameIsCutToTheBuffer) {
  char name[5] = {'x', 'x', 'x', 'x', 'x'};
  EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGetName)(name, sizeof name, 0));
  EXPECT_EQ(name[4], '\0');
}

TEST_F(DeviceTest, EveryResultHasNameAndText) {
  for (int code : {0,   1,   2,   3,   34,  100, 101, 200, 201, 218, 222, 301,
                   400, 500, 600, 700, 710, 716, 719, 720, 801, 900, 912, 999}) {
    const char *name = nullptr, *text = nullptr;
    EXPECT_CU(CUDA_SUCCESS, CU(cuGetErrorName)(static_cast<CUresult>(code), &name));
    EXPECT_CU(CUDA_SUCCESS, CU(cuGetErrorString)(static_cast<CUresult>(code), &text));
    ASSERT_NE(name, nullptr);
    ASSERT_NE(text, nullptr);
    EXPECT_EQ(std::string(name).rfind("CUDA_", 0), 0u);
  }
}

}  // namespace
}  // namespace driver_test

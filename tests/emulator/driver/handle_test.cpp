// Handles that are destroyed, of another kind, or never were: refused, and never a crash.
#include <cstdint>
#include <random>

#include "fixture.hpp"

namespace driver_test {
namespace {

class HandleTest : public WithContext {
 protected:
  void SetUp() override {
    if (!on_emulator()) GTEST_SKIP() << "a real driver may crash on handles that never were";
    WithContext::SetUp();
  }
};

TEST_F(HandleTest, DestroyedHandlesAreRefused) {
  CUstream stream = make_stream();
  CUevent event = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventCreate)(&event, 0));
  CUmodule module = load();
  CUfunction kernel = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetFunction)(&kernel, module, "noop"));
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamDestroy)(stream));
  EXPECT_CU(CUDA_SUCCESS, CU(cuEventDestroy)(event));
  EXPECT_CU(CUDA_SUCCESS, CU(cuModuleUnload)(module));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuStreamDestroy)(stream));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuStreamSynchronize)(stream));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuEventRecord)(event, nullptr));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuModuleUnload)(module));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, launch(kernel, 1));
  // A slot that is used again does not bring the old handle back to life.
  CUstream newer = make_stream();
  EXPECT_NE(newer, stream);
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuStreamQuery)(stream));
}

TEST_F(HandleTest, KindsAreToldApart) {
  CUstream stream = make_stream();
  CUevent event = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventCreate)(&event, 0));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuStreamSynchronize)(reinterpret_cast<CUstream>(event)));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuEventQuery)(reinterpret_cast<CUevent>(stream)));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuModuleUnload)(reinterpret_cast<CUmodule>(stream)));
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, CU(cuCtxPushCurrent)(reinterpret_cast<CUcontext>(stream)));
}

TEST_F(HandleTest, InventedHandlesAreRefused) {
  std::mt19937_64 random(1);
  int local = 0;
  for (int i = 0; i < 2000; ++i) {
    std::uint64_t bits = random();
    if (i % 3 == 1) bits &= 0x7fffffffffff;
    if (i % 3 == 2) bits = reinterpret_cast<std::uint64_t>(&local) + static_cast<std::uint64_t>(i);
    if (bits <= 2) continue;
    EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuStreamQuery)(reinterpret_cast<CUstream>(bits)));
    EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuEventQuery)(reinterpret_cast<CUevent>(bits)));
    EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuModuleUnload)(reinterpret_cast<CUmodule>(bits)));
    EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, launch(reinterpret_cast<CUfunction>(bits), 1));
    EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuLibraryUnload)(reinterpret_cast<CUlibrary>(bits)));
    EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, CU(cuCtxSetCurrent)(reinterpret_cast<CUcontext>(bits)));
  }
}

TEST_F(HandleTest, AFunctionOfAnotherContextIsRefused) {
  CUfunction kernel = function("noop");
  CUcontext other = nullptr;
  ASSERT_CU(CUDA_SUCCESS,
            resolve<CUresult (*)(CUcontext*, unsigned, CUdevice)>("cuCtxCreate_v2")(&other, 0, 0));
  EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, launch(kernel, 1));
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxDestroy)(other));
  EXPECT_CU(CUDA_SUCCESS, launch(kernel, 1));
}

}  // namespace
}  // namespace driver_test

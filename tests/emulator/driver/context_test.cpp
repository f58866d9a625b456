#include "fixture.hpp"

namespace driver_test {
namespace {

class ContextTest : public testing::Test {
 protected:
  void SetUp() override { DRIVER_TEST_MUST(CU(cuInit)(0)); }
};

CUcontext current() {
  CUcontext context = nullptr;
  DRIVER_TEST_MUST(CU(cuCtxGetCurrent)(&context));
  return context;
}

CUcontext create() {
  CUcontext context = nullptr;
  DRIVER_TEST_MUST(resolve<CUresult (*)(CUcontext*, unsigned, CUdevice)>("cuCtxCreate_v2")(&context, 0, 0));
  return context;
}

TEST_F(ContextTest, CreationPushesAndDestructionPops) {
  EXPECT_EQ(current(), nullptr);
  CUcontext first = create();
  EXPECT_EQ(current(), first);
  CUcontext second = create();
  EXPECT_EQ(current(), second);
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxDestroy)(second));
  EXPECT_EQ(current(), first);
  CUcontext popped = nullptr;
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxPopCurrent)(&popped));
  EXPECT_EQ(popped, first);
  EXPECT_EQ(current(), nullptr);
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, CU(cuCtxPopCurrent)(&popped));
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxDestroy)(first));
}

TEST_F(ContextTest, TheLastDetachmentDestroys) {
  const auto attach = resolve<CUresult (*)(CUcontext*, unsigned)>("cuCtxAttach");
  const auto detach = resolve<CUresult (*)(CUcontext)>("cuCtxDetach");
  CUcontext context = create(), attached = nullptr;
  EXPECT_CU(CUDA_SUCCESS, attach(&attached, 0));
  EXPECT_EQ(attached, context);
  EXPECT_CU(CUDA_SUCCESS, detach(context));
  EXPECT_EQ(current(), context);
  EXPECT_CU(CUDA_SUCCESS, detach(context));
  EXPECT_EQ(current(), nullptr);
}

TEST_F(ContextTest, TheStackIsEachThreadsOwn) {
  CUcontext context = create();
  std::thread([] { EXPECT_EQ(current(), nullptr); }).join();
  std::thread([context] {
    ASSERT_CU(CUDA_SUCCESS, CU(cuCtxPushCurrent)(context));
    ASSERT_CU(CUDA_SUCCESS, CU(cuCtxPushCurrent)(context));
    EXPECT_EQ(current(), context);
    EXPECT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(nullptr));
  }).join();
  EXPECT_EQ(current(), context);
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxDestroy)(context));
}

TEST_F(ContextTest, PrimaryContextIsSharedAndCounted) {
  unsigned flags = 1;
  int active = 1;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxGetState)(0, &flags, &active));
  EXPECT_EQ(active, 0);
  CUcontext first = nullptr, second = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxRetain)(&first, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxRetain)(&second, 0));
  EXPECT_EQ(first, second);
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxRelease)(0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxGetState)(0, &flags, &active));
  EXPECT_EQ(active, 1);
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxRelease)(0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxGetState)(0, &flags, &active));
  EXPECT_EQ(active, 0);
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, CU(cuDevicePrimaryCtxRelease)(0));
}

TEST_F(ContextTest, DestructionFreesItsMemory) {
  CUcontext observer = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxRetain)(&observer, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(observer));
  std::size_t before = 0, during = 0, after = 0, total = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&before, &total));
  CUcontext context = create();
  memory(8u << 20);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&during, &total));
  EXPECT_LE(during + (8u << 20), before);
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxDestroy)(context));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemGetInfo)(&after, &total));
  EXPECT_GE(after, during + (8u << 20));
  CU(cuDevicePrimaryCtxRelease)(0);
}

TEST_F(ContextTest, LimitsAreKept) {
  CUcontext context = create();
  std::size_t value = 0;
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxGetLimit)(&value, CU_LIMIT_STACK_SIZE));
  EXPECT_EQ(value, 1024u);
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxSetLimit)(CU_LIMIT_STACK_SIZE, 4096));
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxGetLimit)(&value, CU_LIMIT_STACK_SIZE));
  EXPECT_EQ(value, 4096u);
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxDestroy)(context));
}

TEST_F(ContextTest, ADestroyedContextIsFoundOutOnAnotherThread) {
  CUcontext context = create();
  std::atomic<int> step{0};
  int result = 0;
  std::thread other([&] {
    EXPECT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(context));
    step = 1;
    while (step != 2) std::this_thread::yield();
    CUdeviceptr pointer = 0;
    result = CU(cuMemAlloc)(&pointer, 4);
  });
  while (step != 1) std::this_thread::yield();
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxDestroy)(context));
  step = 2;
  other.join();
  EXPECT_EQ(result, static_cast<int>(CUDA_ERROR_CONTEXT_IS_DESTROYED));
}

TEST_F(ContextTest, ResetRevivesAFailedPrimaryContext) {
  if (!on_emulator()) GTEST_SKIP() << "a real driver keeps some failures until the process ends";
  CUcontext context = make_context();
  ASSERT_CU(CUDA_SUCCESS, launch(function("stop"), 1));
  ASSERT_CU(CUDA_ERROR_LAUNCH_FAILED, CU(cuCtxSynchronize)());
  ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxReset)(0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(context));
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  EXPECT_CU(CUDA_SUCCESS, launch(function("noop"), 1));
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
}

}  // namespace
}  // namespace driver_test

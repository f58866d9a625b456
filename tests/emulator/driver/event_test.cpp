#include "fixture.hpp"

namespace driver_test {
namespace {

class EventTest : public WithContext {};

CUevent make_event(unsigned flags = CU_EVENT_DEFAULT) {
  CUevent event = nullptr;
  DRIVER_TEST_MUST(CU(cuEventCreate)(&event, flags));
  return event;
}

TEST_F(EventTest, UnrecordedEventIsComplete) {
  CUevent event = make_event();
  EXPECT_CU(CUDA_SUCCESS, CU(cuEventQuery)(event));
  EXPECT_CU(CUDA_SUCCESS, CU(cuEventSynchronize)(event));
}

TEST_F(EventTest, ElapsedTimeCoversTheWorkBetween) {
  CUstream stream = make_stream();
  CUevent first = make_event(), second = make_event();
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(first, stream));
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuLaunchHostFunc)(
                stream, [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }, nullptr));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(second, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventSynchronize)(second));
  float milliseconds = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventElapsedTime)(&milliseconds, first, second));
  EXPECT_GE(milliseconds, 19.0f);
  EXPECT_LT(milliseconds, 10000.0f);
}

TEST_F(EventTest, ElapsedTimeOfPendingEventIsNotReady) {
  CUstream stream = make_stream();
  CUevent first = make_event(), second = make_event();
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(first, stream));
  Gate gate;
  gate.hold(stream);
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(second, stream));
  float milliseconds = 0;
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuEventElapsedTime)(&milliseconds, first, second));
  gate.open();
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventSynchronize)(second));
  EXPECT_CU(CUDA_SUCCESS, CU(cuEventElapsedTime)(&milliseconds, first, second));
}

TEST_F(EventTest, WaitingUsesTheLastRecording) {
  CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  CUstream other = make_stream(CU_STREAM_NON_BLOCKING);
  CUevent event = make_event(CU_EVENT_DISABLE_TIMING);
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(event, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWaitEvent)(other, event, 0));
  Gate gate;
  gate.hold(stream);
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(event, stream));
  // What was already waiting waits for the first recording only.
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(other));
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuEventQuery)(event));
  gate.open();
  EXPECT_CU(CUDA_SUCCESS, CU(cuEventSynchronize)(event));
}

TEST_F(EventTest, DestroyedWhileHeldUpStillOrders) {
  CUdeviceptr word = memory(4);
  CUstream first = make_stream(CU_STREAM_NON_BLOCKING);
  CUstream second = make_stream(CU_STREAM_NON_BLOCKING);
  CUevent event = make_event(CU_EVENT_DISABLE_TIMING);
  Gate gate;
  gate.hold(first);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 9, 1, first));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(event, first));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWaitEvent)(second, event, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventDestroy)(event));
  gate.open();
  EXPECT_EQ(read_word(word, second), 9u);
}

TEST_F(EventTest, BadFlagsAreRefused) {
  CUevent event = nullptr;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuEventCreate)(&event, 64));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuEventCreate)(&event, CU_EVENT_INTERPROCESS));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuEventCreate)(nullptr, 0));
}

}  // namespace
}  // namespace driver_test

// Order and asynchrony of streams. Host functions hold a stream still, so nothing here depends on timing.
#include <algorithm>
#include <filesystem>
#include <vector>

#include "fixture.hpp"

namespace driver_test {
namespace {

class StreamTest : public WithContext {};

TEST_F(StreamTest, WorkWaitsForWhatStandsBeforeIt) {
  CUdeviceptr word = memory(4);
  CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  CUstream other = make_stream(CU_STREAM_NON_BLOCKING);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 1, 1, other));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(other));
  Gate gate;
  gate.hold(stream);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 2, 1, stream));
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuStreamQuery)(stream));
  EXPECT_EQ(read_word(word, other), 1u);  // and another stream is not held up
  gate.open();
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamQuery)(stream));
  EXPECT_EQ(read_word(word, other), 2u);
}

TEST_F(StreamTest, RunsInOrder) {
  CUstream stream = make_stream();
  std::vector<int> seen;
  struct Step {
    std::vector<int>* seen;
    int number;
  };
  std::vector<Step> steps;
  for (int i = 0; i < 200; ++i) steps.push_back({&seen, i});
  for (Step& step : steps) {
    ASSERT_CU(CUDA_SUCCESS, CU(cuLaunchHostFunc)(
                                stream,
                                [](void* data) {
                                  auto* own = static_cast<Step*>(data);
                                  own->seen->push_back(own->number);
                                },
                                &step));
  }
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
  ASSERT_EQ(seen.size(), 200u);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
}

TEST_F(StreamTest, LegacyDefaultStreamWaitsForBlockingStreams) {
  CUdeviceptr word = memory(4);
  CUstream blocking = make_stream();
  CUstream free_stream = make_stream(CU_STREAM_NON_BLOCKING);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(word, 1, 1));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  Gate gate;
  gate.hold(blocking);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 2, 1, nullptr));
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuStreamQuery)(nullptr));
  EXPECT_EQ(read_word(word, free_stream), 1u);
  gate.open();
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(nullptr));
  EXPECT_EQ(read_word(word, free_stream), 2u);
}

TEST_F(StreamTest, BlockingStreamsWaitForTheLegacyDefaultStream) {
  CUdeviceptr word = memory(4);
  CUstream blocking = make_stream();
  CUstream free_stream = make_stream(CU_STREAM_NON_BLOCKING);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(word, 1, 1));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  Gate gate;
  gate.hold(nullptr);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 2, 1, blocking));
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuStreamQuery)(blocking));
  EXPECT_EQ(read_word(word, free_stream), 1u);
  gate.open();
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(blocking));
  EXPECT_EQ(read_word(word, free_stream), 2u);
}

TEST_F(StreamTest, PerThreadDefaultStreamsDoNotWaitForEachOther) {
  const auto fill = resolve<decltype(&cuMemsetD32Async)>("cuMemsetD32Async_ptsz");
  const auto query = resolve<decltype(&cuStreamQuery)>("cuStreamQuery_ptsz");
  CUdeviceptr words = memory(8);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(words, 1, 2));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  Gate gate;
  gate.hold(CU_STREAM_PER_THREAD);
  ASSERT_CU(CUDA_SUCCESS, fill(words, 2, 1, nullptr));
  EXPECT_CU(CUDA_ERROR_NOT_READY, query(nullptr));
  std::thread([&] {
    ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(context));
    ASSERT_CU(CUDA_SUCCESS, fill(words + 4, 3, 1, nullptr));
    ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(CU_STREAM_PER_THREAD));
    EXPECT_CU(CUDA_SUCCESS, query(nullptr));
  }).join();
  EXPECT_CU(CUDA_ERROR_NOT_READY, query(nullptr));
  gate.open();
  EXPECT_EQ(read_word(words, CU_STREAM_PER_THREAD), 2u);
  EXPECT_EQ(read_word(words + 4, CU_STREAM_PER_THREAD), 3u);
}

TEST_F(StreamTest, WaitEventOrdersTwoStreams) {
  CUdeviceptr word = memory(4);
  CUstream first = make_stream(CU_STREAM_NON_BLOCKING);
  CUstream second = make_stream(CU_STREAM_NON_BLOCKING);
  CUevent event = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventCreate)(&event, CU_EVENT_DISABLE_TIMING));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(word, 1, 1));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  Gate gate;
  gate.hold(first);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 2, 1, first));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(event, first));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWaitEvent)(second, event, 0));
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuEventQuery)(event));
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuStreamQuery)(second));
  gate.open();
  EXPECT_EQ(read_word(word, second), 2u);
}

TEST_F(StreamTest, DestroyedStreamFinishesItsWork) {
  CUdeviceptr word = memory(4);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(word, 1, 1));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  Gate gate;
  gate.hold(stream);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 2, 1, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamDestroy)(stream));
  gate.open();
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  EXPECT_EQ(read_word(word, nullptr), 2u);
}

TEST_F(StreamTest, ManyThreadsShareAStream) {
  CUdeviceptr words = memory(4 * 8 * 64);
  CUstream stream = make_stream();
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(context));
      for (unsigned i = 0; i < 64; ++i) {
        const unsigned place = t * 64 + i;
        ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(words + 4 * place, place, 1, stream));
        if (i % 16 == 0) {
          ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  std::vector<unsigned> host(8 * 64);
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoH)(host.data(), words, 4 * host.size()));
  for (unsigned i = 0; i < host.size(); ++i) EXPECT_EQ(host[i], i);
}

TEST_F(StreamTest, PropertiesAreKept) {
  int least = 0, greatest = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxGetStreamPriorityRange)(&least, &greatest));
  EXPECT_EQ(least, 0);
  EXPECT_LT(greatest, 0);
  CUstream stream = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamCreateWithPriority)(&stream, CU_STREAM_NON_BLOCKING, greatest - 5));
  int priority = 0;
  unsigned flags = 0;
  CUcontext owner = nullptr;
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamGetPriority)(stream, &priority));
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamGetFlags)(stream, &flags));
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamGetCtx)(stream, &owner));
  EXPECT_EQ(priority, greatest);
  EXPECT_EQ(flags, static_cast<unsigned>(CU_STREAM_NON_BLOCKING));
  EXPECT_EQ(owner, context);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuStreamCreate)(&stream, 2));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuStreamCreate)(nullptr, 0));
}

TEST_F(StreamTest, HostFunctionsMayNotCallTheDriver) {
  if (!on_emulator()) GTEST_SKIP() << "undefined on a real driver";
  int result = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuLaunchHostFunc)(
                              nullptr,
                              [](void* data) {
                                CUdeviceptr pointer = 0;
                                *static_cast<int*>(data) = CU(cuMemAlloc)(&pointer, 4);
                              },
                              &result));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  EXPECT_EQ(result, static_cast<int>(CUDA_ERROR_NOT_PERMITTED));
}

TEST_F(StreamTest, CallbacksAreToldTheStreamAndTheStatus) {
  CUstream stream = make_stream();
  struct Seen {
    CUstream stream = nullptr;
    int status = -1;
  } seen;
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamAddCallback)(
                              stream,
                              [](CUstream given, CUresult status, void* data) {
                                *static_cast<Seen*>(data) = {given, static_cast<int>(status)};
                              },
                              &seen, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
  EXPECT_EQ(seen.stream, stream);
  EXPECT_EQ(seen.status, 0);
}

TEST_F(StreamTest, StreamsWaitForWordsInMemory) {
  CUdeviceptr words = memory(16);
  CUstream waiting = make_stream(CU_STREAM_NON_BLOCKING), writing = make_stream(CU_STREAM_NON_BLOCKING);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(words, 0, 4));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWaitValue32)(waiting, words, 5, CU_STREAM_WAIT_VALUE_GEQ));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(words + 4, 8, 1, waiting));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWriteValue32)(writing, words, 4, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(writing));
  EXPECT_CU(CUDA_ERROR_NOT_READY, CU(cuStreamQuery)(waiting));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWriteValue64)(writing, words + 8, 1, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWriteValue32)(writing, words, 5, 0));
  EXPECT_EQ(read_word(words + 4, waiting), 8u);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuStreamWriteValue32)(writing, words + 2, 5, 0));
}

TEST_F(StreamTest, AttributesAreKept) {
  CUstream first = make_stream(), second = make_stream();
  CUstreamAttrValue value{};
  value.syncPolicy = CU_SYNC_POLICY_BLOCKING_SYNC;
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuStreamSetAttribute)(first, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamCopyAttributes)(second, first));
  value = {};
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuStreamGetAttribute)(second, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  EXPECT_EQ(value.syncPolicy, CU_SYNC_POLICY_BLOCKING_SYNC);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            CU(cuStreamSetAttribute)(first, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
}

/// The threads of this process.
std::size_t thread_count() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) ++count;
  return count;
}

TEST_F(StreamTest, WorkersEndWithTheirStreams) {
  if (!on_emulator()) GTEST_SKIP() << "about the emulator's threads";
  CUdeviceptr words = memory(4 * 50);
  const auto run_streams = [&](unsigned count) {
    std::vector<CUstream> streams;
    for (unsigned i = 0; i < count; ++i) {
      streams.push_back(make_stream());
      DRIVER_TEST_MUST(CU(cuMemsetD32Async)(words + 4 * i, 1, 1, streams.back()));
    }
    for (CUstream stream : streams) DRIVER_TEST_MUST(CU(cuStreamDestroy)(stream));
    DRIVER_TEST_MUST(CU(cuCtxSynchronize)());
  };
  run_streams(1);
  const std::size_t before = thread_count();
  for (int i = 0; i < 10; ++i) run_streams(50);
  for (int i = 0; i < 500 && thread_count() > before + 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LE(thread_count(), before + 2);
}

TEST_F(StreamTest, TinyLaunchesAreCheap) {
  if (!on_emulator()) GTEST_SKIP() << "about the emulator's overhead";
  CUfunction noop = function("noop");
  CUstream stream = make_stream();
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) {
      DRIVER_TEST_MUST(CU(cuLaunchKernel)(noop, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, nullptr));
      DRIVER_TEST_MUST(CU(cuStreamSynchronize)(stream));
    }
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count() / 1000);
  }
  EXPECT_LE(best, 20.0) << "microseconds a launch with its synchronisation, the best of five rounds";
}

}  // namespace
}  // namespace driver_test

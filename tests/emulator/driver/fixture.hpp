#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "case_tools.hpp"

namespace driver_test {

/// An initialised driver with the primary context of device 0 current.
class WithContext : public testing::Test {
 protected:
  void SetUp() override {
    context = make_context();
    // Made beforehand: a driver may wait for all streams when it gives out or takes back page-locked memory.
    DRIVER_TEST_MUST(CU(cuMemHostAlloc)(reinterpret_cast<void**>(&host_word), 4, 0));
  }
  void TearDown() override {
    CU(cuCtxSetCurrent)(nullptr);
    CU(cuDevicePrimaryCtxRelease)(0);
  }

  /// What a device word holds once the stream has come to its copy.
  unsigned read_word(CUdeviceptr pointer, CUstream stream) {
    DRIVER_TEST_MUST(CU(cuMemcpyDtoHAsync)(host_word, pointer, 4, stream));
    DRIVER_TEST_MUST(CU(cuStreamSynchronize)(stream));
    return *host_word;
  }

  CUcontext context = nullptr;
  unsigned* host_word = nullptr;
};

/// Holds a stream at a host function until it is opened, at the latest when the test leaves it. One at a
/// time: a driver may run all host functions on one thread.
class Gate {
 public:
  Gate() = default;
  ~Gate() { open(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void hold(CUstream stream) {
    auto* given = new std::shared_ptr<std::atomic<bool>>(open_);
    const CUresult result = CU(cuLaunchHostFunc)(stream, wait, given);
    if (result != CUDA_SUCCESS) delete given;
    must(static_cast<int>(result), "cuLaunchHostFunc");
  }
  void open() { open_->store(true); }

 private:
  static void wait(void* given) {
    // The host function may outlive the gate.
    const std::unique_ptr<std::shared_ptr<std::atomic<bool>>> open(
        static_cast<std::shared_ptr<std::atomic<bool>>*>(given));
    while (!(*open)->load()) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  std::shared_ptr<std::atomic<bool>> open_ = std::make_shared<std::atomic<bool>>(false);
};

inline CUstream make_stream(unsigned flags = CU_STREAM_DEFAULT) {
  CUstream stream = nullptr;
  DRIVER_TEST_MUST(CU(cuStreamCreate)(&stream, flags));
  return stream;
}

#define EXPECT_CU(result, call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(result))
#define ASSERT_CU(result, call) ASSERT_EQ(static_cast<int>(call), static_cast<int>(result))

}  // namespace driver_test

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "fixture.hpp"

namespace {

class ContextCalls : public Calls {
 protected:
  static CUcontext current() {
    CUcontext context = nullptr;
    gpu::driver::api().ctx_get_current(&context);
    return context;
  }
};

TEST_F(ContextCalls, IsThePrimaryContextAndCurrent) {
  const gpu::Context context{gpu::Device{0}};
  EXPECT_EQ(context.handle(), driver.devices[0].primary);
  EXPECT_EQ(current(), context.handle());
}

TEST_F(ContextCalls, IsReleasedAndNoLongerCurrentAfterwards) {
  { const gpu::Context context{gpu::Device{0}}; }
  EXPECT_EQ(driver.devices[0].primary, nullptr);
  EXPECT_EQ(current(), nullptr);
}

TEST_F(ContextCalls, BringsBackTheOneBefore) {
  driver.reset(2);
  const gpu::Context first{gpu::Device{0}};
  {
    const gpu::Context second{gpu::Device{1}};
    EXPECT_EQ(current(), second.handle());
  }
  EXPECT_EQ(current(), first.handle());
}

TEST_F(ContextCalls, LeavesAContextThatOtherCodeMadeCurrent) {
  driver.reset(2);
  CUcontext other = nullptr;
  gpu::driver::api().device_primary_ctx_retain(&other, 1);
  {
    const gpu::Context context{gpu::Device{0}};
    gpu::driver::api().ctx_set_current(other);
  }
  EXPECT_EQ(current(), other);
}

TEST_F(ContextCalls, ToleratesThatTheOneBeforeIsGone) {
  driver.reset(2);
  auto first = std::make_unique<gpu::Context>(gpu::Device{0});
  auto second = std::make_unique<gpu::Context>(gpu::Device{1});
  first.reset();
  second.reset();
  EXPECT_EQ(current(), nullptr);
}

TEST_F(ContextCalls, AnOlderOneComesBackWhereWhatOtherCodeMadeCurrentIsGone) {
  driver.reset(3);
  const gpu::Context first{gpu::Device{0}};
  CUcontext other = nullptr;
  gpu::driver::api().device_primary_ctx_retain(&other, 2);
  gpu::driver::api().ctx_set_current(other);
  {
    const gpu::Context second{gpu::Device{1}};
    gpu::driver::api().device_primary_ctx_release(2);
  }
  EXPECT_EQ(current(), first.handle());
}

TEST_F(ContextCalls, StaysCurrentWhenAssignedANewOne) {
  driver.reset(2);
  gpu::Context context{gpu::Device{0}};
  context = gpu::Context{gpu::Device{0}};
  EXPECT_EQ(current(), context.handle());
  EXPECT_EQ(driver.devices[0].primary->holders, 1);
  context = gpu::Context{gpu::Device{1}};
  EXPECT_EQ(current(), context.handle());
  EXPECT_EQ(driver.devices[0].primary, nullptr);
  { const gpu::Context gone = std::move(context); }
  EXPECT_EQ(current(), nullptr);
}

TEST_F(ContextCalls, AnOlderOneEndsAndANewerOneStaysCurrent) {
  driver.reset(2);
  for (const int other : {0, 1}) {
    auto first = std::make_unique<gpu::Context>(gpu::Device{0});
    auto second = std::make_unique<gpu::Context>(gpu::Device{other});
    first.reset();
    EXPECT_EQ(current(), second->handle());
    second.reset();
    EXPECT_EQ(current(), nullptr);
  }
}

TEST_F(ContextCalls, EndInAnyOrder) {
  driver.reset(3);
  int order[] = {0, 1, 2};
  do {
    std::unique_ptr<gpu::Context> contexts[3];
    for (int ordinal = 0; ordinal < 3; ++ordinal)
      contexts[ordinal] = std::make_unique<gpu::Context>(gpu::Device{ordinal});
    for (const int ordinal : order) {
      contexts[ordinal].reset();
      const gpu::Context* newest = nullptr;
      for (const auto& context : contexts) newest = context != nullptr ? context.get() : newest;
      EXPECT_EQ(current(), newest != nullptr ? newest->handle() : nullptr);
    }
  } while (std::next_permutation(std::begin(order), std::end(order)));
}

TEST_F(ContextCalls, AnOlderOneThatWasMadeCurrentGivesWayToTheNewest) {
  driver.reset(2);
  auto first = std::make_unique<gpu::Context>(gpu::Device{0});
  const gpu::Context second{gpu::Device{1}};
  first->make_current();
  first.reset();
  EXPECT_EQ(current(), second.handle());
}

TEST_F(ContextCalls, WhatWasCurrentBeforeTheFirstComesBackAfterTheLast) {
  driver.reset(3);
  CUcontext before = nullptr;
  gpu::driver::api().device_primary_ctx_retain(&before, 2);
  gpu::driver::api().ctx_set_current(before);
  {
    auto first = std::make_unique<gpu::Context>(gpu::Device{0});
    const gpu::Context second{gpu::Device{1}};
    first.reset();
    EXPECT_EQ(current(), second.handle());
  }
  EXPECT_EQ(current(), before);
}

TEST_F(ContextCalls, OneThatEndsOnAnotherThreadIsNotBroughtBack) {
  driver.reset(2);
  auto first = std::make_unique<gpu::Context>(gpu::Device{0});
  {
    const gpu::Context second{gpu::Device{1}};
    std::thread([&] { first.reset(); }).join();
    EXPECT_EQ(current(), second.handle());
  }
  EXPECT_EQ(current(), nullptr);
}

TEST_F(ContextCalls, MovesKeepTheirPlaceInTheOrder) {
  driver.reset(2);
  gpu::Context first{gpu::Device{0}};
  gpu::Context second{gpu::Device{1}};
  const CUcontext newest = second.handle();
  const gpu::Context moved_first = std::move(first);
  std::optional<gpu::Context> moved_second = std::move(second);
  EXPECT_EQ(current(), newest);
  moved_second.reset();
  EXPECT_EQ(current(), moved_first.handle());
}

TEST_F(ContextCalls, IsMadeCurrentOnOtherThreads) {
  const gpu::Context context{gpu::Device{0}};
  CUcontext before = context.handle();
  CUcontext after = nullptr;
  std::thread([&] {
    before = current();
    context.make_current();
    after = current();
  }).join();
  EXPECT_EQ(before, nullptr);
  EXPECT_EQ(after, context.handle());
}

TEST_F(ContextCalls, LeavesOtherThreadsAloneWhenDestroyedThere) {
  auto context = std::make_unique<gpu::Context>(gpu::Device{0});
  const gpu::Context hold{gpu::Device{0}};
  CUcontext after = nullptr;
  std::thread([&] {
    context->make_current();
    context.reset();
    after = current();
  }).join();
  EXPECT_EQ(after, hold.handle());
}

TEST_F(ContextCalls, MovesWithoutASecondRelease) {
  gpu::Context first{gpu::Device{0}};
  gpu::Context second = std::move(first);
  EXPECT_EQ(status_of([&] { first.handle(); }), gpu::Status::invalid_context);
  gpu::Context third{gpu::Device{0}};
  third = std::move(second);
  EXPECT_EQ(driver.devices[0].primary->holders, 1);
  EXPECT_EQ(driver.count("cuDevicePrimaryCtxRetain") - driver.count("cuDevicePrimaryCtxRelease"), 1);
}

TEST_F(ContextCalls, ReleasesWhenItCannotBecomeCurrent) {
  driver.fail("cuCtxSetCurrent", gpu::Status::unknown);
  EXPECT_THROW(static_cast<void>(gpu::Context{gpu::Device{0}}), gpu::Error);
  EXPECT_EQ(driver.devices[0].primary, nullptr);
}

TEST_F(ContextCalls, TellsFreeMemory) {
  const gpu::Context context{gpu::Device{0}};
  EXPECT_EQ(context.memory().total, std::size_t{1} << 30);
  EXPECT_EQ(context.memory().free, std::size_t{1} << 29);
}

TEST_F(ContextCalls, SynchronizesItsOwnWorkUnderAnotherCurrentContext) {
  driver.reset(2);
  const gpu::Context first{gpu::Device{0}};
  const gpu::Context second{gpu::Device{1}};
  first.synchronize();
  EXPECT_EQ(driver.count("cuCtxPushCurrent"), 1);
  EXPECT_EQ(driver.count("cuCtxPopCurrent"), 1);
  EXPECT_EQ(current(), second.handle());
}

TEST_F(ContextCalls, ObjectsOutliveIt) {
  auto context = std::make_unique<gpu::Context>(gpu::Device{0});
  {
    auto buffer = gpu::DeviceBuffer<int>::zeroed(16);
    gpu::Stream stream;
    gpu::Event event;
    context.reset();
    ASSERT_NE(driver.devices[0].primary, nullptr);
    int host[16];
    buffer.copy_to(host);
    EXPECT_EQ(host[15], 0);
    stream.synchronize();
  }
  EXPECT_TRUE(driver.memory.empty());
  EXPECT_EQ(driver.count("cuStreamDestroy"), 1);
  EXPECT_EQ(driver.count("cuEventDestroy"), 1);
  EXPECT_EQ(driver.devices[0].primary, nullptr);
}

TEST_F(ContextCalls, ObjectsSurviveAResetBehindTheirBack) {
  const gpu::Context context{gpu::Device{0}};
  {
    auto buffer = gpu::DeviceBuffer<int>::zeroed(16);
    gpu::Stream stream;
    gpu::Event event;
    driver.destroy_primary(0);
  }
  EXPECT_EQ(driver.count("cuMemFree"), 0);
  EXPECT_EQ(driver.count("cuStreamDestroy"), 0);
  EXPECT_EQ(driver.count("cuEventDestroy"), 0);
}

TEST_F(ContextCalls, ObjectsOfALostContextTouchNoOther) {
  driver.reset(2);
  const gpu::Context first{gpu::Device{0}};
  auto buffer = gpu::DeviceBuffer<int>::zeroed(16);
  gpu::Stream stream;
  gpu::Event event;
  driver.destroy_primary(0);
  const gpu::Context second{gpu::Device{1}};
  std::vector<int> host(16);
  driver.calls.clear();
  EXPECT_EQ(status_of([&] { buffer.copy_to(host); }), gpu::Status::context_is_destroyed);
  EXPECT_EQ(status_of([&] { buffer.zero_async(nullptr); }), gpu::Status::context_is_destroyed);
  EXPECT_EQ(status_of([&] { stream.synchronize(); }), gpu::Status::context_is_destroyed);
  EXPECT_EQ(status_of([&] { event.record(nullptr); }), gpu::Status::context_is_destroyed);
  EXPECT_EQ(
      driver.count("cuMemcpyDtoHAsync") + driver.count("cuMemsetD8Async") + driver.count("cuEventRecord"), 0);
}

TEST_F(ContextCalls, ObjectsInAForeignContextRetainNothing) {
  CUctx_st foreign{0, 77, 1, false};
  gpu::driver::api().ctx_push_current(&foreign);
  { const auto buffer = gpu::DeviceBuffer<int>::zeroed(4); }
  EXPECT_EQ(driver.count("cuDevicePrimaryCtxRetain"), 0);
  EXPECT_TRUE(driver.memory.empty());
  driver.reset();
}

}  // namespace

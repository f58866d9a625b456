#include <array>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "fixture.hpp"

namespace {

class Memory : public Calls {
 protected:
  void SetUp() override { context = std::make_unique<gpu::Context>(gpu::Device{0}); }
  void TearDown() override {
    context.reset();
    EXPECT_TRUE(driver.memory.empty()) << "memory was not freed";
  }

  /// What the device holds now, without waiting for anything.
  template <class T>
  static T peek(const gpu::DeviceBuffer<T>& buffer, std::size_t index) {
    return reinterpret_cast<const T*>(buffer.device_ptr().address())[index];
  }

  std::unique_ptr<gpu::Context> context;
};

TEST_F(Memory, FromHasArrivedWhenItReturns) {
  const std::vector<int> host{1, 2, 3};
  const auto buffer = gpu::DeviceBuffer<int>::from(host);
  EXPECT_EQ(buffer.size(), 3U);
  EXPECT_EQ(buffer.size_bytes(), 12U);
  EXPECT_EQ(peek(buffer, 2), 3);
}

TEST_F(Memory, FromTakesEveryContiguousRange) {
  int array[] = {7, 8};
  const std::array<int, 2> standard{7, 8};
  EXPECT_EQ(peek(gpu::DeviceBuffer<int>::from(array), 1), 8);
  EXPECT_EQ(peek(gpu::DeviceBuffer<int>::from(standard), 1), 8);
  EXPECT_EQ(peek(gpu::DeviceBuffer<int>::from(std::span(array)), 1), 8);
}

TEST_F(Memory, ZeroedHasArrivedWhenItReturns) {
  const auto buffer = gpu::DeviceBuffer<double>::zeroed(100);
  EXPECT_EQ(peek(buffer, 99), 0.0);
}

TEST_F(Memory, UninitialisedWritesNothing) {
  const auto buffer = gpu::DeviceBuffer<unsigned char>::uninitialised(10U);
  EXPECT_EQ(peek(buffer, 0), 0xcd);
  EXPECT_EQ(driver.count("cuMemsetD8Async"), 0);
}

TEST_F(Memory, CopiesHaveArrivedWhenTheyReturn) {
  auto buffer = gpu::DeviceBuffer<int>::zeroed(3);
  buffer.copy_from(std::vector<int>{4, 5, 6});
  EXPECT_EQ(peek(buffer, 2), 6);
  std::vector<int> host(3);
  buffer.copy_to(host);
  EXPECT_EQ(host, (std::vector<int>{4, 5, 6}));
  auto other = gpu::DeviceBuffer<int>::zeroed(3);
  other.copy_from(buffer);
  EXPECT_EQ(peek(other, 0), 4);
}

TEST_F(Memory, SynchronousCopiesWaitForNonBlockingStreams) {
  const gpu::Stream stream;
  auto buffer = gpu::DeviceBuffer<int>::from(std::vector<int>{1, 2});
  buffer.zero_async(stream);
  std::vector<int> host(2, 9);
  buffer.copy_to(host);
  EXPECT_EQ(host, (std::vector<int>{0, 0}));
  buffer.zero_async(stream);
  buffer.copy_from(std::vector<int>{3, 4});
  stream.synchronize();
  EXPECT_EQ(peek(buffer, 0), 3);
}

TEST_F(Memory, AsynchronousFormsWaitForTheirStreamAlone) {
  const gpu::Stream stream;
  const std::vector<int> host{1, 2};
  std::vector<int> back(2, 9);
  auto buffer = gpu::DeviceBuffer<int>::zeroed(2);
  buffer.copy_from_async(host, stream);
  buffer.copy_to_async(back, stream);
  EXPECT_EQ(back[0], 9);
  EXPECT_FALSE(stream.done());
  stream.synchronize();
  EXPECT_TRUE(stream.done());
  EXPECT_EQ(back, host);
  auto other = gpu::DeviceBuffer<int>::zeroed(2);
  other.copy_from_async(buffer, stream);
  EXPECT_EQ(peek(other, 1), 0);
  stream.synchronize();
  EXPECT_EQ(peek(other, 1), 2);
}

TEST_F(Memory, NamesBothCountsOfAMismatch) {
  auto buffer = gpu::DeviceBuffer<int>::zeroed(3);
  std::vector<int> four(4);
  expect_contains(message_of([&] { buffer.copy_to(four); }), {"DeviceBuffer::copy_to", "3 elements", "4"});
  expect_contains(message_of([&] { buffer.copy_from(four); }),
                  {"DeviceBuffer::copy_from", "3 elements", "4"});
  expect_contains(message_of([&] { buffer.copy_to_async(four, nullptr); }),
                  {"copy_to_async", "3 elements", "4"});
  const auto other = gpu::DeviceBuffer<int>::zeroed(5);
  expect_contains(message_of([&] { buffer.copy_from(other); }), {"3 elements", "5"});
}

TEST_F(Memory, RefusesImpossibleSizes) {
  expect_contains(message_of([] { static_cast<void>(gpu::DeviceBuffer<double>::zeroed(-1)); }),
                  {"-1 elements of 8 bytes"});
  expect_contains(
      message_of([] { static_cast<void>(gpu::DeviceBuffer<double>::uninitialised(SIZE_MAX / 8 + 1)); }),
      {"elements of 8 bytes"});
  expect_contains(message_of([] { static_cast<void>(gpu::DeviceBuffer<char>::zeroed(SIZE_MAX)); }),
                  {"18446744073709551615 elements"});
  EXPECT_EQ(driver.count("cuMemAlloc"), 0);
}

TEST_F(Memory, EmptyBuffersCallNothing) {
  const auto calls = driver.calls.size();
  auto buffer = gpu::DeviceBuffer<int>::zeroed(0);
  auto from = gpu::DeviceBuffer<int>::from(std::span<const int>{});
  std::vector<int> none;
  buffer.copy_to(none);
  buffer.copy_from(none);
  EXPECT_TRUE(buffer.empty());
  EXPECT_FALSE(buffer.device_ptr());
  EXPECT_EQ(driver.count("cuMemAlloc"), 0);
  EXPECT_EQ(driver.count("cuMemsetD8Async"), 0);
  EXPECT_EQ(driver.count("cuMemcpyHtoDAsync"), 0);
  EXPECT_GE(driver.calls.size(), calls);
}

TEST_F(Memory, SaysHowMuchWasAskedForAndIsFree) {
  const auto ask = [] { static_cast<void>(gpu::DeviceBuffer<char>::uninitialised(std::size_t{1} << 40)); };
  expect_contains(message_of(ask),
                  {"cuMemAlloc", "CUDA_ERROR_OUT_OF_MEMORY (2)", "1099511627776 bytes (1024 GiB) asked for",
                   "536870912 bytes (512 MiB) free", "1073741824 bytes"});
  EXPECT_EQ(status_of(ask), gpu::Status::out_of_memory);
}

TEST_F(Memory, IsFreedWhenFillingFails) {
  driver.fail("cuMemsetD8Async", gpu::Status::unknown);
  EXPECT_THROW(static_cast<void>(gpu::DeviceBuffer<int>::zeroed(4)), gpu::Error);
  driver.fail("cuMemcpyHtoDAsync", gpu::Status::unknown);
  EXPECT_THROW(static_cast<void>(gpu::DeviceBuffer<int>::from(std::vector<int>(4))), gpu::Error);
  EXPECT_TRUE(driver.memory.empty());
}

TEST_F(Memory, MovesWithoutASecondFree) {
  auto first = gpu::DeviceBuffer<int>::from(std::vector<int>{1, 2});
  auto second = std::move(first);
  EXPECT_EQ(second.size(), 2U);
  EXPECT_TRUE(first.empty());
  EXPECT_FALSE(first.device_ptr());
  auto third = gpu::DeviceBuffer<int>::zeroed(1);
  third = std::move(second);
  auto& same = third;
  third = std::move(same);
  EXPECT_EQ(peek(third, 1), 2);
  EXPECT_EQ(driver.memory.size(), 1U);
  first = gpu::DeviceBuffer<int>::zeroed(3);
  EXPECT_EQ(first.size(), 3U);
}

TEST_F(Memory, IsFreedOnAnyThread) {
  auto buffer = gpu::DeviceBuffer<int>::zeroed(4);
  std::thread([moved = std::move(buffer)] {}).join();
  EXPECT_TRUE(driver.memory.empty());
}

TEST_F(Memory, CopiesOnAThreadWithoutAContext) {
  auto buffer = gpu::DeviceBuffer<int>::from(std::vector<int>{1, 2});
  std::vector<int> host(2);
  std::thread([&] { buffer.copy_to(host); }).join();
  EXPECT_EQ(host[1], 2);
}

TEST_F(Memory, IsFreedUnderItsOwnContext) {
  context.reset();
  driver.reset(2);
  context = std::make_unique<gpu::Context>(gpu::Device{0});
  {
    auto buffer = gpu::DeviceBuffer<int>::zeroed(4);
    const gpu::Context other{gpu::Device{1}};
    const auto gone = std::move(buffer);
  }
  EXPECT_TRUE(driver.memory.empty());
}

TEST_F(Memory, DestructorsDoNotThrow) {
  {
    const auto buffer = gpu::DeviceBuffer<int>::zeroed(4);
    driver.fail("cuMemFree", gpu::Status::illegal_address);
  }
  driver.memory.clear();
  SUCCEED();
}

TEST_F(Memory, IsGivenAwayAndTakenOver) {
  auto buffer = gpu::DeviceBuffer<int>::from(std::vector<int>{1, 2});
  const gpu::DevicePtr<int> raw = buffer.release();
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(driver.memory.size(), 1U);
  const auto again = gpu::DeviceBuffer<int>::adopt(raw, 2);
  EXPECT_EQ(peek(again, 1), 2);
}

TEST_F(Memory, NeedsACurrentContext) {
  context.reset();
  expect_contains(message_of([] { static_cast<void>(gpu::DeviceBuffer<int>::zeroed(4)); }),
                  {"gpu::DeviceBuffer", "no context is current on this thread"});
}

}  // namespace

#include <memory>
#include <utility>

#include "fixture.hpp"

namespace {

class StreamCalls : public Calls {
 protected:
  gpu::Context context{gpu::Device{0}};
};

TEST_F(StreamCalls, IsNonBlockingByDefault) {
  const gpu::Stream stream;
  EXPECT_EQ(stream.handle()->flags, gpu::driver::stream_non_blocking);
  EXPECT_EQ(stream.handle()->priority, 0);
}

TEST_F(StreamCalls, TakesOptions) {
  const gpu::Stream stream({.blocking = true, .priority = -2});
  EXPECT_EQ(stream.handle()->flags, 0U);
  EXPECT_EQ(stream.priority(), -2);
}

TEST_F(StreamCalls, IsDestroyedOnce) {
  {
    gpu::Stream first;
    gpu::Stream second = std::move(first);
    gpu::Stream third;
    third = std::move(second);
    EXPECT_EQ(driver.count("cuStreamDestroy"), 1);
  }
  EXPECT_EQ(driver.count("cuStreamDestroy"), 2);
}

TEST_F(StreamCalls, IsNoDefaultStreamAfterAMove) {
  gpu::Stream stream;
  const gpu::Stream taken = std::move(stream);
  expect_contains(message_of([&] { static_cast<void>(static_cast<CUstream>(stream)); }), {"moved from"});
  EXPECT_THROW(stream.synchronize(), gpu::Error);
}

TEST_F(StreamCalls, BorrowsWithoutOwning) {
  const gpu::Stream owner;
  {
    const gpu::Stream borrowed = gpu::Stream::borrow(owner);
    EXPECT_EQ(borrowed.handle(), owner.handle());
    borrowed.synchronize();
  }
  EXPECT_EQ(driver.count("cuStreamDestroy"), 0);
}

TEST_F(StreamCalls, BorrowsTheDefaultStream) {
  const gpu::Stream legacy = gpu::Stream::borrow(nullptr);
  EXPECT_EQ(legacy.handle(), nullptr);
  legacy.synchronize();
  EXPECT_EQ(driver.count("cuStreamSynchronize"), 1);
}

TEST_F(StreamCalls, BorrowsAStreamOfAnotherDevice) {
  driver.reset(2);
  const gpu::Context first{gpu::Device{0}};
  const gpu::Context second{gpu::Device{1}};
  const gpu::Stream owner;
  first.make_current();
  const gpu::Stream borrowed = gpu::Stream::borrow(owner);
  const gpu::Event event = borrowed.record();
  EXPECT_EQ(event.handle()->context, second.handle());
}

TEST_F(StreamCalls, IsGivenAwayAndTakenOver) {
  gpu::Stream stream;
  const CUstream raw = stream.release();
  EXPECT_THROW(stream.handle(), gpu::Error);
  {
    const gpu::Stream adopted = gpu::Stream::adopt(raw);
    EXPECT_EQ(driver.count("cuStreamDestroy"), 0);
  }
  EXPECT_TRUE(raw->destroyed);
}

TEST_F(StreamCalls, WaitsForAnEvent) {
  const gpu::Stream first;
  const gpu::Stream second;
  second.wait(first.record());
  EXPECT_EQ(driver.count("cuEventRecord"), 1);
  EXPECT_EQ(driver.count("cuStreamWaitEvent"), 1);
}

TEST_F(StreamCalls, ReportsAKernelsFaultAtSynchronisation) {
  const gpu::Stream stream;
  driver.fail("cuStreamSynchronize", gpu::Status::illegal_address);
  const std::string message = message_of([&] { stream.synchronize(); });
  EXPECT_EQ(message.find("a kernel launched earlier failed"), 0U) << message;
  expect_contains(
      message, {"cuStreamSynchronize failed with CUDA_ERROR_ILLEGAL_ADDRESS (700)", "CUDA_LAUNCH_BLOCKING"});
}

TEST_F(StreamCalls, SaysThatSynchronousCallsDisturbACapture) {
  const gpu::Stream stream;
  driver.fail("cuStreamSynchronize", gpu::Status::stream_capture_unsupported);
  expect_contains(message_of([&] { stream.synchronize(); }), {"being captured into a graph"});
}

}  // namespace

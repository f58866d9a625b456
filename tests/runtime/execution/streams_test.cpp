// Streams, events and threads.
#include <thread>

#include "fixture.hpp"

namespace {

constexpr std::uint32_t count = 1 << 16;
const gpu::Dim3 grid = gpu::blocks_for(count, 256);

TEST_F(Execution, AnEventOrdersTwoStreams) {
  const gpu::Stream other;
  for (int round = 0; round < 20; ++round) {
    auto values = gpu::DeviceBuffer<int>::zeroed(count);
    for (int i = 0; i < 5; ++i)
      runtime_kernels::increment({.grid = grid, .block = 256, .stream = stream}, values, count);
    other.wait(stream.record({.timing = false}));
    runtime_kernels::increment({.grid = grid, .block = 256, .stream = other}, values, count);
    std::vector<int> host(count);
    values.copy_to_async(host, other);
    other.synchronize();
    ASSERT_EQ(host, std::vector<int>(count, 6)) << "round " << round;
  }
}

TEST_F(Execution, WhatZeroedAndFromWroteIsThereForNonBlockingStreams) {
  const std::vector<int> sevens(count, 7);
  for (int round = 0; round < 20; ++round) {
    auto zeros = gpu::DeviceBuffer<int>::zeroed(count);
    auto values = gpu::DeviceBuffer<int>::from(sevens);
    runtime_kernels::increment({.grid = grid, .block = 256, .stream = stream}, zeros, count);
    runtime_kernels::increment({.grid = grid, .block = 256, .stream = stream}, values, count);
    EXPECT_EQ(host_copy(zeros), std::vector<int>(count, 1));
    EXPECT_EQ(host_copy(values), std::vector<int>(count, 8));
  }
}

TEST_F(Execution, EventsMeasureTime) {
  auto values = gpu::DeviceBuffer<int>::zeroed(count);
  const gpu::Event start = stream.record();
  runtime_kernels::increment({.grid = grid, .block = 256, .stream = stream}, values, count);
  const gpu::Event stop = stream.record();
  stop.synchronize();
  EXPECT_TRUE(stop.done());
  EXPECT_GE(stop.elapsed_ms_since(start), 0.0F);
}

TEST_F(Execution, ThreadsLaunchAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::vector<int>> results(6, std::vector<int>(1000));
  for (std::vector<int>& result : results) {
    threads.emplace_back([&] {
      context.make_current();
      const gpu::Stream mine;
      auto values = gpu::DeviceBuffer<int>::zeroed(1000);
      for (int i = 0; i < 10; ++i)
        runtime_kernels::increment({.grid = 4, .block = 256, .stream = mine}, values, 1000);
      mine.synchronize();
      values.copy_to(result);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<int>& result : results) EXPECT_EQ(result, std::vector<int>(1000, 10));
}

TEST_F(Execution, StreamsAreGivenBetweenLibraries) {
  auto values = gpu::DeviceBuffer<int>::zeroed(32);
  const gpu::Stream borrowed = gpu::Stream::borrow(stream.handle());
  runtime_kernels::increment({.grid = 1, .block = 32, .stream = borrowed}, values, 32);
  borrowed.synchronize();
  const gpu::Stream adopted = gpu::Stream::adopt(gpu::Stream().release());
  runtime_kernels::increment({.grid = 1, .block = 32, .stream = adopted}, values, 32);
  adopted.synchronize();
  EXPECT_EQ(host_copy(values), std::vector<int>(32, 2));
}

}  // namespace

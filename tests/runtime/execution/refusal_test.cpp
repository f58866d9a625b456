// Calls that the driver refuses. Apart from what succeeds: compute-sanitizer reports each of them.
#include <thread>

#include "fixture.hpp"

namespace {

TEST(ExecutionDevice, OtherOrdinalsAreRefused) {
  expect_contains(message_of([] { gpu::Device{gpu::Device::count()}; }),
                  {"CUDA_ERROR_INVALID_DEVICE", "there is no device"});
}

TEST_F(Execution, AllocationDoesNotBelongIntoACapture) {
  EXPECT_THROW(static_cast<void>(
                   gpu::Graph::capture(stream, [] { static_cast<void>(gpu::DeviceBuffer<int>::zeroed(4)); })),
               gpu::Error);
  auto values = gpu::DeviceBuffer<int>::zeroed(32);
  runtime_kernels::increment({.grid = 1, .block = 32, .stream = stream}, values, 32);
  EXPECT_EQ(host_copy(values), std::vector<int>(32, 1)) << "the stream works again";
}

TEST_F(Execution, ACooperativeGridThatDoesNotFitIsExplained) {
  if (context.device().attribute(gpu::DeviceAttribute::cooperative_launch) == 0)
    GTEST_SKIP() << "no cooperative launches";
  auto values = gpu::DeviceBuffer<int>::zeroed(1);
  const gpu::LaunchConfig config{.grid = 1000000, .block = 1024, .stream = stream, .cooperative = true};
  expect_contains(message_of([&] { runtime_kernels::increment(config, values, 0); }),
                  {"CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "grid has 1000000 blocks", "multiprocessors"});
}

TEST_F(Execution, SaysHowMuchMemoryThereIs) {
  const std::size_t total = context.device().total_memory();
  expect_contains(
      message_of([&] { static_cast<void>(gpu::DeviceBuffer<char>::uninitialised(std::size_t{1} << 50)); }),
      {"CUDA_ERROR_OUT_OF_MEMORY", "1125899906842624 bytes", "free of"});
  EXPECT_LE(context.memory().free, context.memory().total);
  EXPECT_GT(total, 0U);
}

TEST_F(Execution, AThreadWithoutAContextIsTold) {
  auto values = gpu::DeviceBuffer<int>::zeroed(32);
  std::string message;
  std::thread([&] {
    message = message_of([&] { runtime_kernels::increment({.grid = 1, .block = 32}, values, 32); });
  }).join();
  expect_contains(message, {"cannot launch increment", "no context is current on this thread"});
}

}  // namespace

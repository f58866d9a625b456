// What the driver is given by a stub.
#include <cstring>
#include <thread>
#include <vector>

#include "fixture.hpp"
#include "stubs.hpp"

namespace {

template <class T>
T as(const std::vector<unsigned char>& bytes) {
  T value;
  EXPECT_EQ(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

class LaunchCalls : public Calls {
 protected:
  LaunchCalls() {
    driver.kernels["scale"].parameters = {8, 8, 4};
    driver.kernels["mixed"].parameters = {1, 1, 8, 16, 8, 8};
  }

  gpu::Context context{gpu::Device{0}};
};

TEST_F(LaunchCalls, PassesConfigurationAndArguments) {
  const gpu::Stream stream;
  const auto in = gpu::DeviceBuffer<float>::zeroed(1000);
  auto out = gpu::DeviceBuffer<float>::zeroed(1000);
  const std::uint32_t count = 1000;
  stubs::scale({.grid = gpu::blocks_for(1000, 256), .block = 256, .shared_bytes = 64, .stream = stream}, in,
               out, count);
  ASSERT_EQ(driver.launches.size(), 1U);
  const fake::Launch& launch = driver.launches[0];
  EXPECT_EQ(launch.kernel, "scale");
  EXPECT_EQ(launch.grid[0], 4U);
  EXPECT_EQ(launch.grid[1], 1U);
  EXPECT_EQ(launch.block[0], 256U);
  EXPECT_EQ(launch.shared_bytes, 64U);
  EXPECT_EQ(launch.stream, stream.handle());
  EXPECT_EQ(as<CUdeviceptr>(launch.arguments[0]), in.device_ptr().address());
  EXPECT_EQ(as<CUdeviceptr>(launch.arguments[1]), out.device_ptr().address());
  EXPECT_EQ(as<std::uint32_t>(launch.arguments[2]), 1000U);
}

TEST_F(LaunchCalls, PassesEveryKindOfValue) {
  auto buffer = gpu::DeviceBuffer<int>::zeroed(1);
  for (int round = 0; round < 2; ++round) {  // the first launch loads, the second takes the fast path
    stubs::mixed({.grid = {1, 2, 3}, .block = {4, 5, 6}}, true, stubs::Mode::product, 0.5F, {-7, 2.5}, buffer,
                 -1);
    ASSERT_EQ(driver.launches.size(), static_cast<std::size_t>(round + 1));
    const fake::Launch& launch = driver.launches.back();
    EXPECT_EQ(launch.grid[2], 3U);
    EXPECT_EQ(launch.block[1], 5U);
    EXPECT_EQ(as<bool>(launch.arguments[0]), true);
    EXPECT_EQ(as<stubs::Mode>(launch.arguments[1]), stubs::Mode::product);
    EXPECT_EQ(as<double>(launch.arguments[2]), 0.5);
    EXPECT_EQ(as<stubs::Pair>(launch.arguments[3]).first, -7);
    EXPECT_EQ(as<stubs::Pair>(launch.arguments[3]).second, 2.5);
    EXPECT_EQ(as<CUdeviceptr>(launch.arguments[4]), buffer.device_ptr().address());
    EXPECT_EQ(as<std::int64_t>(launch.arguments[5]), -1);
  }
}

TEST_F(LaunchCalls, LaunchesAKernelWithoutParameters) {
  stubs::nothing({.grid = 1, .block = 1});
  stubs::nothing({.grid = 1, .block = 1});
  EXPECT_EQ(driver.launches.size(), 2U);
}

TEST_F(LaunchCalls, PassesNullPointers) {
  auto out = gpu::DeviceBuffer<float>::zeroed(1);
  stubs::scale({.grid = 1, .block = 1}, nullptr, out, 0);
  EXPECT_EQ(as<CUdeviceptr>(driver.launches[0].arguments[0]), 0U);
}

TEST_F(LaunchCalls, FollowsItsStreamToAnotherDevice) {
  driver.reset(2);
  driver.kernels["nothing"].parameters = {};
  const gpu::Context first{gpu::Device{0}};
  const gpu::Context second{gpu::Device{1}};
  const gpu::Stream stream;
  first.make_current();
  stubs::nothing({.grid = 1, .block = 1, .stream = stream});
  EXPECT_EQ(driver.launches[0].context, second.handle());
}

TEST_F(LaunchCalls, SaysThatNoContextIsCurrent) {
  std::string cold;
  std::string warm;
  FreshLibrary fresh;
  stubs::nothing({.grid = 1, .block = 1});
  std::thread([&] {
    cold = message_of([&] { fresh.launch({.grid = 1, .block = 1}); });
    warm = message_of([] { stubs::nothing({.grid = 1, .block = 1}); });
  }).join();
  expect_contains(
      cold, {"cannot launch scale", "CUDA_ERROR_INVALID_CONTEXT", "no context is current on this thread"});
  expect_contains(warm, {"cannot launch stubs::nothing", "no context is current on this thread"});
}

TEST_F(LaunchCalls, SaysWhichCallFailedWithoutAContext) {
  std::string said[4];
  std::string calls[4];
  FreshLibrary fresh;
  (void)stubs::scale.attributes();
  stubs::nothing({.grid = 1, .block = 1});
  const auto note = [&](int index, const auto& function) {
    try {
      function();
    } catch (const gpu::Error& error) {
      said[index] = error.what();
      calls[index] = error.call();
    }
  };
  std::thread([&] {
    note(0, [] { (void)stubs::scale.attributes(); });
    note(1, [] { (void)stubs::scale.max_active_blocks(256); });
    // A launch with attributes looks at the device first.
    note(2, [&] { fresh.launch({.grid = 1, .block = 1, .cooperative = true}); });
    note(3, [] { stubs::nothing({.grid = 1, .block = 1}); });
  }).join();
  const std::string none = "cuCtxGetCurrent", launch = "cuLaunchKernel";
  EXPECT_EQ(std::vector(calls, calls + 4), (std::vector{none, none, none, launch}));
  for (int index = 0; index < 4; ++index) {
    expect_contains(said[index], {(calls[index] + " failed with CUDA_ERROR_INVALID_CONTEXT").c_str()});
  }
}

TEST_F(LaunchCalls, AnswersForTheKernel) {
  driver.kernels["scale"].attributes[gpu::driver::FunctionAttribute::num_regs] = 40;
  EXPECT_STREQ(stubs::scale.name(), "stubs::scale");
  EXPECT_EQ(stubs::scale.attributes().registers, 40U);
  EXPECT_EQ(stubs::scale.attributes().max_threads_per_block, 1024U);
  EXPECT_EQ(stubs::scale.max_active_blocks(256), 8U);
  EXPECT_EQ(stubs::scale.suggested_block(), 256U) << "the contract limits it";
  EXPECT_EQ(stubs::nothing.suggested_block(), 768U);
  EXPECT_EQ(reinterpret_cast<CUkern_st*>(stubs::scale.handle())->name, "scale");
  static_assert(stubs::scale_t::contract.max_threads == 256);
}

}  // namespace

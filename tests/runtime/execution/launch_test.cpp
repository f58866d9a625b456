// Launches and what kernels say about themselves.
#include <algorithm>

#include "fixture.hpp"

namespace {

TEST_F(Execution, CoversSizesThatAreNoMultipleOfTheBlock) {
  for (const std::uint32_t count : {1U, 31U, 256U, 257U, 100003U}) {
    const auto in = gpu::DeviceBuffer<float>::from(counting<float>(count));
    auto out = gpu::DeviceBuffer<float>::zeroed(count);
    runtime_kernels::scale({.grid = gpu::blocks_for(count, 256), .block = 256, .stream = stream}, in, out,
                           count, 2.0F);
    stream.synchronize();
    const std::vector<float> host = host_copy(out);
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(host[i], 2.0F * static_cast<float>(i)) << "element " << i;
  }
}

TEST_F(Execution, LaunchesOnTheDefaultStream) {
  auto values = gpu::DeviceBuffer<int>::zeroed(64);
  runtime_kernels::increment({.grid = 1, .block = 64}, values, 64);
  context.synchronize();
  EXPECT_EQ(host_copy(values), std::vector<int>(64, 1));
}

TEST_F(Execution, LaunchBoundsAreCheckedFirst) {
  auto out = gpu::DeviceBuffer<int>::zeroed(256);
  static_assert(runtime_kernels::bounded_t::contract.max_threads == 128);
  expect_contains(
      message_of([&] { runtime_kernels::bounded({.grid = 1, .block = 129, .stream = stream}, out); }),
      {"cannot launch bounded", "block has 129 threads", "limit is 128"});
  runtime_kernels::bounded({.grid = 1, .block = {8, 16}, .stream = stream}, out);
  stream.synchronize();
  EXPECT_EQ(host_copy(out)[0], 8);
}

TEST_F(Execution, DynamicSharedMemoryBeyond48KiBNeedsNothingMore) {
  const auto most = static_cast<std::size_t>(
      context.device().attribute(gpu::DeviceAttribute::max_shared_memory_per_block_optin));
  for (const unsigned stride :
       {4U, 48U, 52U, 88U}) {  // 4 KiB, exactly 48 KiB, 52 KiB and 88 KiB for 1024 threads
    const std::size_t bytes = std::size_t{1024} * stride;
    if (bytes > most) continue;
    auto values = gpu::DeviceBuffer<int>::from(counting<int>(1024));
    runtime_kernels::reverse({.grid = 1, .block = 1024, .shared_bytes = bytes, .stream = stream}, values,
                             stride);
    stream.synchronize();
    std::vector<int> host = host_copy(values);
    std::reverse(host.begin(), host.end());
    EXPECT_EQ(host, counting<int>(1024)) << bytes << " bytes";
  }
}

TEST_F(Execution, SharedMemoryBeyondTheDeviceIsNamed) {
  const int most = context.device().attribute(gpu::DeviceAttribute::max_shared_memory_per_block_optin);
  auto values = gpu::DeviceBuffer<int>::zeroed(1);
  const gpu::LaunchConfig config{
      .grid = 1, .block = 1, .shared_bytes = static_cast<std::size_t>(most) + 1, .stream = stream};
  expect_contains(message_of([&] { runtime_kernels::reverse(config, values, 4); }),
                  {"cannot launch reverse", "shared_bytes is", "the limit is", "on device 0"});
}

TEST_F(Execution, KernelsAnswerForThemselves) {
  const gpu::KernelAttributes attributes = runtime_kernels::scale.attributes();
  EXPECT_GE(attributes.max_threads_per_block, 256U);
  EXPECT_GT(attributes.registers, 0U);
  EXPECT_EQ(attributes.static_shared_bytes, 0U);
  EXPECT_STREQ(runtime_kernels::scale.name(), "scale");
  EXPECT_EQ(runtime_kernels::bounded.attributes().max_threads_per_block, 128U);
  EXPECT_GE(runtime_kernels::scale.max_active_blocks(256), 1U);
  EXPECT_LE(runtime_kernels::scale.max_active_blocks(1024), runtime_kernels::scale.max_active_blocks(32));
  const unsigned block = runtime_kernels::scale.suggested_block();
  EXPECT_GE(block, 32U);
  EXPECT_LE(block, 1024U);
  EXPECT_LE(runtime_kernels::bounded.suggested_block(), 128U);
}

TEST_F(Execution, CooperativeAndPrioritisedLaunchesRun) {
  if (context.device().attribute(gpu::DeviceAttribute::cooperative_launch) == 0)
    GTEST_SKIP() << "no cooperative launches";
  auto values = gpu::DeviceBuffer<int>::zeroed(64);
  runtime_kernels::increment({.grid = 2, .block = 32, .stream = stream, .cooperative = true}, values, 64);
  runtime_kernels::increment({.grid = 2, .block = 32, .stream = stream, .priority = 0}, values, 64);
  stream.synchronize();
  EXPECT_EQ(host_copy(values), std::vector<int>(64, 2));
}

}  // namespace

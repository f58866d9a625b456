// Graphs.
#include "fixture.hpp"

namespace {

/// Whether the driver captures streams; an emulator may not.
bool captures(const gpu::Stream& stream) {
  try {
    static_cast<void>(gpu::Graph::capture(stream, [] {}));
    return true;
  } catch (const gpu::Error& error) {
    return error.status() != gpu::Status::not_supported;
  }
}

TEST_F(Execution, AGraphRunsItsKernelsEachTime) {
  if (!captures(stream)) GTEST_SKIP() << "this driver does not capture streams";
  auto values = gpu::DeviceBuffer<int>::zeroed(1000);
  const gpu::LaunchConfig config{.grid = 4, .block = 256, .stream = stream};
  const gpu::Graph graph = gpu::Graph::capture(stream, [&] {
    runtime_kernels::increment(config, values, 1000);
    runtime_kernels::increment(config, values, 500);
  });
  EXPECT_EQ(graph.node_count(), 2U);
  for (int round = 0; round < 3; ++round) graph.launch(stream);
  stream.synchronize();
  const std::vector<int> host = host_copy(values);
  EXPECT_EQ(host[0], 6);
  EXPECT_EQ(host[999], 3);
}

TEST_F(Execution, AGraphSpansStreamsJoinedByEvents) {
  if (!captures(stream)) GTEST_SKIP() << "this driver does not capture streams";
  const gpu::Stream other;
  auto left = gpu::DeviceBuffer<int>::zeroed(256);
  auto right = gpu::DeviceBuffer<int>::zeroed(256);
  gpu::Event start({.timing = false});
  gpu::Event joined({.timing = false});
  const gpu::Graph graph = gpu::Graph::capture(stream, [&] {
    start.record(stream);
    other.wait(start);
    runtime_kernels::increment({.grid = 1, .block = 256, .stream = stream}, left, 256);
    runtime_kernels::increment({.grid = 1, .block = 256, .stream = other}, right, 256);
    joined.record(other);
    stream.wait(joined);
  });
  graph.launch(stream);
  graph.launch(stream);
  stream.synchronize();
  EXPECT_EQ(host_copy(left), std::vector<int>(256, 2));
  EXPECT_EQ(host_copy(right), std::vector<int>(256, 2));
}

}  // namespace

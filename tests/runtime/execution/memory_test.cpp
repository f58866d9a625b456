// Device memory.
#include <memory>
#include <thread>

#include "fixture.hpp"

namespace {

TEST_F(Execution, CopiesThereAndBack) {
  const std::vector<double> host = counting<double>(12345);
  auto first = gpu::DeviceBuffer<double>::from(host);
  auto second = gpu::DeviceBuffer<double>::zeroed(host.size());
  second.copy_from(first);
  EXPECT_EQ(host_copy(second), host);
  first.copy_from(std::vector<double>(host.size(), 3.0));
  EXPECT_EQ(host_copy(first), std::vector<double>(host.size(), 3.0));
  EXPECT_EQ(host_copy(second), host);
}

TEST_F(Execution, CopiesInAStream) {
  const std::vector<int> host = counting<int>(5000);
  std::vector<int> back(host.size());
  auto first = gpu::DeviceBuffer<int>::uninitialised(host.size());
  auto second = gpu::DeviceBuffer<int>::uninitialised(host.size());
  first.copy_from_async(host, stream);
  second.copy_from_async(first, stream);
  first.zero_async(stream);
  second.copy_to_async(back, stream);
  stream.synchronize();
  EXPECT_EQ(back, host);
  EXPECT_EQ(host_copy(first), std::vector<int>(host.size(), 0));
}

TEST_F(Execution, BuffersOutliveTheirContext) {
  auto inner = std::make_unique<gpu::Context>(gpu::Device{0});
  auto values = gpu::DeviceBuffer<int>::from(counting<int>(100));
  inner.reset();
  EXPECT_EQ(host_copy(values), counting<int>(100));
}

TEST_F(Execution, BuffersMoveBetweenThreads) {
  auto values = gpu::DeviceBuffer<int>::from(counting<int>(100));
  std::vector<int> host;
  std::thread([moved = std::move(values), &host] { host = host_copy(moved); }).join();
  EXPECT_EQ(host, counting<int>(100));
  EXPECT_TRUE(values.empty());
}

TEST(ExecutionWithoutContext, EverythingIsReleasedAndCanStartAgain) {
  for (int round = 0; round < 3; ++round) {
    const gpu::Context context{gpu::Device{0}};
    const gpu::Stream stream;
    auto values = gpu::DeviceBuffer<int>::zeroed(32);
    runtime_kernels::increment({.grid = 1, .block = 32, .stream = stream}, values, 32);
    EXPECT_EQ(host_copy(values), std::vector<int>(32, 1));
  }
}

}  // namespace

#include "fixture.hpp"

namespace {

TEST(ExecutionDevice, AnswersForItself) {
  ASSERT_GE(gpu::Device::count(), 1);
  const gpu::Device device{0};
  EXPECT_FALSE(device.name().empty());
  EXPECT_GE(device.compute_capability(), (gpu::ComputeCapability{7, 5}));
  EXPECT_EQ(device.warp_size(), 32);
  EXPECT_EQ(device.attribute(gpu::DeviceAttribute::max_threads_per_block), 1024);
  EXPECT_GE(device.multiprocessor_count(), 1);
  EXPECT_EQ(device.pci_bus_id().size(), std::string("0000:17:00.0").size());
}

}  // namespace

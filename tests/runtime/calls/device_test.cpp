#include "fixture.hpp"

namespace {

class DeviceCalls : public Calls {};

TEST_F(DeviceCalls, CountsDevices) {
  driver.reset(3);
  EXPECT_EQ(gpu::Device::count(), 3);
}

TEST_F(DeviceCalls, AnswersForItself) {
  const gpu::Device device{0};
  EXPECT_EQ(device.name(), "Fake Device");
  EXPECT_EQ(device.pci_bus_id(), "0000:01:00.0");
  EXPECT_EQ(device.compute_capability(), (gpu::ComputeCapability{9, 0}));
  EXPECT_GE(device.compute_capability(), (gpu::ComputeCapability{7, 5}));
  EXPECT_EQ(device.attribute(gpu::DeviceAttribute::max_threads_per_block), 1024);
  EXPECT_EQ(device.multiprocessor_count(), 4);
  EXPECT_EQ(device.warp_size(), 32);
  EXPECT_EQ(device.total_memory(), std::size_t{1} << 30);
}

TEST_F(DeviceCalls, NamesAnOrdinalThatThereIsNot) {
  expect_contains(message_of([] { gpu::Device{5}; }),
                  {"CUDA_ERROR_INVALID_DEVICE (101)", "no device 5", "1 device"});
  driver.reset(4);
  expect_contains(message_of([] { gpu::Device{-1}; }), {"no device -1", "4 devices, from 0"});
}

TEST_F(DeviceCalls, KnowsTheCurrentContextsDevice) {
  driver.reset(2);
  const gpu::Context context{gpu::Device{1}};
  EXPECT_EQ(gpu::Device::current(), gpu::Device{1});
}

TEST_F(DeviceCalls, HasNoCurrentDeviceWithoutAContext) {
  expect_contains(message_of([] { gpu::Device::current(); }),
                  {"no context is current on this thread", "make_current"});
}

}  // namespace

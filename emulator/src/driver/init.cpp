#include <algorithm>
#include <atomic>
#include <mutex>

#include "driver/driver.hpp"
#include "driver/failure.hpp"

namespace gpu_emulator::driver {
namespace {

std::atomic<Driver*> instance{nullptr};
std::mutex instance_mutex;

}  // namespace

Driver::Driver(const Config& configuration) : config(configuration) {
  for (int ordinal = 0; ordinal < config.devices; ++ordinal)
    devices.push_back(std::make_unique<Device>(ordinal));
}

Device& Driver::device(CUdevice ordinal) {
  if (ordinal < 0 || ordinal >= static_cast<int>(devices.size())) fail(CUDA_ERROR_INVALID_DEVICE);
  return *devices[static_cast<std::size_t>(ordinal)];
}

Driver& the_driver() noexcept { return *instance.load(std::memory_order_acquire); }

bool initialised() noexcept { return instance.load(std::memory_order_acquire) != nullptr; }

}  // namespace gpu_emulator::driver

using namespace gpu_emulator::driver;

CUresult CUDAAPI cuInit(unsigned int Flags) {
  return guarded([&] {
    require(Flags == 0);
    const std::scoped_lock lock(instance_mutex);
    if (!initialised()) {
      const Config config = read_config();
      if (config.devices == 0) fail(CUDA_ERROR_NO_DEVICE);
      instance.store(new Driver(config), std::memory_order_release);
    }
  });
}

CUresult CUDAAPI cuDriverGetVersion(int* driverVersion) {
  return guarded([&] { required(driverVersion) = std::min(13000, CUDA_VERSION); });
}

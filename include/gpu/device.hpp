/// The devices of the driver.
#pragma once

#include <compare>
#include <string>

#include <gpu/detail/check.hpp>

namespace gpu {

/// 9.0 of an H100, 7.5 of a T4.
struct ComputeCapability {
  int major;
  int minor;
  friend constexpr auto operator<=>(const ComputeCapability&, const ComputeCapability&) noexcept = default;
};

/// One device, by its ordinal. A value: nothing is opened or kept. Every member throws Error when the driver
/// fails.
class Device {
 public:
  /// How many devices the driver sees.
  static int count() {
    int count = 0;
    detail::check(driver::api().device_get_count(&count), "cuDeviceGetCount");
    return count;
  }

  /// ordinal: from 0 to count() - 1. Throws Error for any other, naming how many there are.
  explicit Device(int ordinal) : ordinal_(ordinal) {
    const Status status = driver::api().device_get(&handle_, ordinal);
    if (status == Status::success) return;
    const int devices = count();
    detail::Text text;
    text << "there is no device " << ordinal << "; there " << (devices == 1 ? "is " : "are ") << devices
         << (devices == 1 ? " device, number 0" : " devices, from 0");
    detail::fail_call(status, "cuDeviceGet", text);
  }

  /// The device of the context that is current on this thread.
  static Device current() {
    CUdevice device = 0;
    detail::check(driver::api().ctx_get_device(&device), "cuCtxGetDevice");
    return Device{device};
  }

  int ordinal() const noexcept { return ordinal_; }
  CUdevice handle() const noexcept { return handle_; }

  /// "NVIDIA H200".
  std::string name() const {
    char text[256] = "";
    detail::check(driver::api().device_get_name(text, sizeof text, handle_), "cuDeviceGetName");
    return text;
  }

  /// "0000:17:00.0", as nvidia-smi shows it.
  std::string pci_bus_id() const {
    char text[32] = "";
    detail::check(driver::api().device_get_pci_bus_id(text, sizeof text, handle_), "cuDeviceGetPCIBusId");
    return text;
  }

  int attribute(DeviceAttribute attribute) const {
    int value = 0;
    detail::check(driver::api().device_get_attribute(&value, attribute, handle_), "cuDeviceGetAttribute");
    return value;
  }

  ComputeCapability compute_capability() const {
    return {attribute(DeviceAttribute::compute_capability_major),
            attribute(DeviceAttribute::compute_capability_minor)};
  }

  int multiprocessor_count() const { return attribute(DeviceAttribute::multiprocessor_count); }

  int warp_size() const { return attribute(DeviceAttribute::warp_size); }

  /// All of the device's memory, in bytes; Context::memory() says how much is free.
  std::size_t total_memory() const {
    std::size_t bytes = 0;
    detail::check(driver::api().device_total_mem(&bytes, handle_), "cuDeviceTotalMem");
    return bytes;
  }

  friend bool operator==(const Device& left, const Device& right) noexcept {
    return left.handle_ == right.handle_;
  }

 private:
  int ordinal_;
  CUdevice handle_ = 0;
};

}  // namespace gpu

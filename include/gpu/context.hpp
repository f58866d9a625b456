/// Contexts: what a device's memory, streams and kernels live in.
#pragma once

#include <cstddef>
#include <utility>

#include <gpu/detail/context_hold.hpp>
#include <gpu/detail/context_share.hpp>
#include <gpu/device.hpp>

namespace gpu {

/// Device memory, in bytes.
struct MemoryInfo {
  std::size_t free;
  std::size_t total;
};

/// A hold on a device's primary context, the one that the CUDA runtime API uses too, so that both work on the
/// same memory and streams. It is current on the thread that makes the Context until the Context is destroyed
/// there; then the newest Context that the thread still has is current, or, after the newest itself, what was
/// before it: if that is gone, the next older Context. Other threads call make_current(). Move-only.
///
/// Buffers, streams and events hold the primary context themselves: they may outlive the Context.
class Context {
 public:
  /// Retains the device's primary context and makes it current on this thread. Throws Error.
  [[nodiscard]] explicit Context(Device device) : device_(device) {
    const driver::Api& api = driver::api();
    CUcontext previous = nullptr;
    detail::check(api.ctx_get_current(&previous), "cuCtxGetCurrent");
    CUcontext primary = nullptr;
    detail::check(api.device_primary_ctx_retain(&primary, device_.handle()), "cuDevicePrimaryCtxRetain");
    const Status status = api.ctx_set_current(primary);
    if (status != Status::success) {
      api.device_primary_ctx_release(device_.handle());
      detail::fail_call(status, "cuCtxSetCurrent");
    }
    hold_ = detail::ContextHold(primary, previous);
  }

  Context(Context&& other) noexcept = default;

  Context& operator=(Context&& other) noexcept {
    if (this != &other) {
      close();
      device_ = other.device_;
      hold_ = std::move(other.hold_);
    }
    return *this;
  }

  ~Context() { close(); }

  /// Makes the context current on the calling thread, where it stays so until another one is made current.
  void make_current() const { detail::check(driver::api().ctx_set_current(handle()), "cuCtxSetCurrent"); }

  /// Waits for all work in the context; errors of kernels surface here.
  void synchronize() const {
    const detail::CurrentScope scope(handle());
    detail::check(driver::api().ctx_synchronize(), "cuCtxSynchronize");
  }

  /// Free and total memory of the device.
  MemoryInfo memory() const {
    const detail::CurrentScope scope(handle());
    MemoryInfo info{};
    detail::check(driver::api().mem_get_info(&info.free, &info.total), "cuMemGetInfo");
    return info;
  }

  Device device() const noexcept { return device_; }

  /// The driver's handle, for other libraries. Throws Error when the Context was moved from.
  CUcontext handle() const {
    if (hold_.context() == nullptr)
      detail::fail(Status::invalid_context, "gpu::Context", "this Context was moved from");
    return hold_.context();
  }

 private:
  void close() noexcept {
    if (hold_.context() == nullptr) return;
    hold_.end();
    driver::api().device_primary_ctx_release(device_.handle());
  }

  Device device_;
  detail::ContextHold hold_;
};

}  // namespace gpu

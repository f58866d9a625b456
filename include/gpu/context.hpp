/// Contexts: what a device's memory, streams and kernels live in.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <utility>

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
/// there, when the context that was current before comes back. Other threads call make_current(). Move-only.
///
/// Buffers, streams and events hold the primary context themselves: they may outlive the Context.
class Context {
 public:
  /// Retains the device's primary context and makes it current on this thread. Throws Error.
  [[nodiscard]] explicit Context(Device device) : device_(device), thread_(pthread_self()) {
    const driver::Api& api = driver::api();
    detail::check(api.ctx_get_current(&previous_), "cuCtxGetCurrent");
    CUcontext primary = nullptr;
    detail::check(api.device_primary_ctx_retain(&primary, device_.handle()), "cuDevicePrimaryCtxRetain");
    const Status status = api.ctx_set_current(primary);
    if (status != Status::success) {
      api.device_primary_ctx_release(device_.handle());
      detail::fail_call(status, "cuCtxSetCurrent");
    }
    context_ = primary;
  }

  Context(Context&& other) noexcept
      : device_(other.device_),
        context_(std::exchange(other.context_, nullptr)),
        previous_(other.previous_),
        thread_(other.thread_) {}

  Context& operator=(Context&& other) noexcept {
    if (this != &other) {
      close();
      device_ = other.device_;
      context_ = std::exchange(other.context_, nullptr);
      previous_ = other.previous_;
      thread_ = other.thread_;
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
    if (context_ == nullptr)
      detail::fail(Status::invalid_context, "gpu::Context", "this Context was moved from");
    return context_;
  }

 private:
  void close() noexcept {
    if (context_ == nullptr) return;
    const driver::Api& api = driver::api();
    CUcontext now = nullptr;
    const bool here = pthread_equal(thread_, pthread_self()) != 0;
    if (here && api.ctx_get_current(&now) == Status::success && now == context_) {
      // A context that is gone by now cannot come back; then none is current.
      if (api.ctx_set_current(previous_) != Status::success) api.ctx_set_current(nullptr);
    }
    api.device_primary_ctx_release(device_.handle());
    context_ = nullptr;
  }

  Device device_;
  CUcontext context_ = nullptr;
  CUcontext previous_ = nullptr;
  pthread_t thread_;
};

}  // namespace gpu

/// What a stream, an event or a buffer keeps of the context that it was made in.
#pragma once

#include <utility>

#include <gpu/detail/check.hpp>

namespace gpu::detail {

/// Makes a context current for a scope, where it is not, so that an object works on any thread. Throws Error
/// when it cannot be made current: its objects are gone with it, and their addresses may be others' by now.
class CurrentScope {
 public:
  explicit CurrentScope(CUcontext context) {
    CUcontext now = nullptr;
    const driver::Api& api = driver::api();
    check(api.ctx_get_current(&now), "cuCtxGetCurrent");
    if (now == context) return;
    check(api.ctx_push_current(context), "cuCtxPushCurrent");
    pushed_ = true;
  }
  CurrentScope(const CurrentScope&) = delete;
  CurrentScope& operator=(const CurrentScope&) = delete;
  ~CurrentScope() {
    CUcontext popped = nullptr;
    if (pushed_) driver::api().ctx_pop_current(&popped);
  }

 private:
  bool pushed_ = false;
};

/// The same for destructors: nothing is thrown, and `entered` says whether the context is current.
class ClosingScope {
 public:
  explicit ClosingScope(CUcontext context) noexcept {
    CUcontext now = nullptr;
    const driver::Api& api = driver::api();
    entered_ = api.ctx_get_current(&now) == Status::success && now == context;
    if (!entered_) entered_ = pushed_ = api.ctx_push_current(context) == Status::success;
  }
  ClosingScope(const ClosingScope&) = delete;
  ClosingScope& operator=(const ClosingScope&) = delete;
  ~ClosingScope() {
    CUcontext popped = nullptr;
    if (pushed_) driver::api().ctx_pop_current(&popped);
  }

  bool entered() const noexcept { return entered_; }

 private:
  bool entered_ = false;
  bool pushed_ = false;
};

/// A share of the context that is current when an object is made. A primary context is retained until the
/// object is gone, so that objects may outlive the gpu::Context; a context that other code created and
/// destroys is only remembered. Move-only.
class ContextShare {
 public:
  ContextShare() noexcept = default;

  /// The current context's share. Throws Error, naming `call`, when this thread has no current context.
  static ContextShare of_current(const char* call) {
    CUcontext current = nullptr;
    check(driver::api().ctx_get_current(&current), "cuCtxGetCurrent");
    if (current == nullptr) fail(Status::invalid_context, call, usual_cause(Status::invalid_context));
    return of(current);
  }

  /// A share of the context that a stream belongs to; of the current one for the default streams.
  static ContextShare of_stream(CUstream stream, const char* call) {
    if (stream == nullptr || stream == driver::stream_legacy() || stream == driver::stream_per_thread()) {
      return of_current(call);
    }
    CUcontext context = nullptr;
    check(driver::api().stream_get_ctx(stream, &context), "cuStreamGetCtx");
    return of(context);
  }

  static ContextShare of(CUcontext context) {
    const driver::Api& api = driver::api();
    const CurrentScope scope(context);
    ContextShare share;
    share.context_ = context;
    check(api.ctx_get_device(&share.device_), "cuCtxGetDevice");
    share.retain_if_primary(api);
    share.has_id_ = api.ctx_get_id(context, &share.id_) == Status::success;
    return share;
  }

  ContextShare(ContextShare&& other) noexcept { swap(other); }
  ContextShare& operator=(ContextShare&& other) noexcept {
    ContextShare taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~ContextShare() {
    if (retained_) driver::api().device_primary_ctx_release(device_);
  }

  CUcontext handle() const noexcept { return context_; }
  CUdevice device() const noexcept { return device_; }

  /// False once the context was destroyed behind our back (cudaDeviceReset, cuCtxDestroy): its objects are
  /// gone too.
  bool alive() const noexcept {
    if (context_ == nullptr) return false;
    unsigned long long id = 0;
    return !has_id_ || (driver::api().ctx_get_id(context_, &id) == Status::success && id == id_);
  }

 private:
  void retain_if_primary(const driver::Api& api) {
    unsigned flags = 0;
    int active = 0;
    CUcontext primary = nullptr;
    if (api.device_primary_ctx_get_state(device_, &flags, &active) != Status::success || active == 0) return;
    if (api.device_primary_ctx_retain(&primary, device_) != Status::success) return;
    retained_ = primary == context_;
    if (!retained_) api.device_primary_ctx_release(device_);
  }

  void swap(ContextShare& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(id_, other.id_);
    std::swap(device_, other.device_);
    std::swap(has_id_, other.has_id_);
    std::swap(retained_, other.retained_);
  }

  CUcontext context_ = nullptr;
  unsigned long long id_ = 0;
  CUdevice device_ = 0;
  bool has_id_ = false;
  bool retained_ = false;
};

}  // namespace gpu::detail

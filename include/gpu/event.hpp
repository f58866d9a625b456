/// Events: points in a stream's work that others wait for, and that times are measured between.
#pragma once

#include <utility>

#include <gpu/detail/context_share.hpp>

namespace gpu {

/// How an event is made.
struct EventOptions {
  bool timing = true;          ///< elapsed times can be measured; without it, waiting is cheaper
  bool blocking_sync = false;  ///< synchronize() sleeps instead of spinning
};

/// A mark in a stream. Move-only; made in the current context. Every member throws Error when the driver
/// fails.
class Event {
 public:
  [[nodiscard]] explicit Event(EventOptions options = {})
      : share_(detail::ContextShare::of_current("gpu::Event")) {
    const unsigned flags = (options.timing ? 0U : driver::event_disable_timing) |
                           (options.blocking_sync ? driver::event_blocking_sync : 0U);
    detail::check(driver::api().event_create(&event_, flags), "cuEventCreate");
  }

  Event(Event&& other) noexcept
      : share_(std::move(other.share_)), event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    if (this != &other) {
      close();
      share_ = std::move(other.share_);
      event_ = std::exchange(other.event_, nullptr);
    }
    return *this;
  }
  ~Event() { close(); }

  /// Marks the end of what `stream` holds by now; recording again moves the mark.
  void record(CUstream stream = nullptr) {
    const CUevent event = handle();
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().event_record(event, stream), "cuEventRecord");
  }

  /// Waits on the host until the work before the mark has ended. An event that was never recorded is
  /// complete.
  void synchronize() const { detail::check(driver::api().event_synchronize(handle()), "cuEventSynchronize"); }

  /// Whether the work before the mark has ended.
  bool done() const {
    const Status status = driver::api().event_query(handle());
    if (status == Status::not_ready) return false;
    detail::check(status, "cuEventQuery");
    return true;
  }

  /// Milliseconds on the device from `start`'s mark to this one's. Both must be recorded, complete and with
  /// timing.
  float elapsed_ms_since(const Event& start) const {
    float milliseconds = 0;
    const Status status = driver::api().event_elapsed_time(&milliseconds, start.handle(), handle());
    if (status == Status::not_ready) {
      detail::fail_call(status, "cuEventElapsedTime", "call synchronize() on the later event first");
    }
    if (status == Status::invalid_handle) {
      detail::fail_call(status, "cuEventElapsedTime",
                        "both events must have been recorded, and made with .timing = true");
    }
    detail::check(status, "cuEventElapsedTime");
    return milliseconds;
  }

  /// The driver's handle, for other libraries. Throws Error when the Event was moved from.
  CUevent handle() const {
    if (event_ == nullptr) detail::fail(Status::invalid_handle, "gpu::Event", "this Event was moved from");
    return event_;
  }

 private:
  void close() noexcept {
    if (event_ == nullptr) return;
    if (share_.alive()) {
      const detail::ClosingScope scope(share_.handle());
      if (scope.entered()) driver::api().event_destroy(event_);
    }
    event_ = nullptr;
  }

  detail::ContextShare share_;
  CUevent event_ = nullptr;
};

}  // namespace gpu

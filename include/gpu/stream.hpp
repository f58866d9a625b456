/// Streams: queues of work on a device.
#pragma once

#include <utility>

#include <gpu/detail/context_share.hpp>
#include <gpu/event.hpp>

namespace gpu {

/// How a stream is made.
struct StreamOptions {
  bool blocking =
      false;         ///< waits for the legacy default stream, and it for this one, as cudaStreamCreate's does
  int priority = 0;  ///< lower numbers are served first; the driver clamps it to its range
};

/// A queue of work, done in order. Move-only; made in the current context. It converts to CUstream (the same
/// type as cudaStream_t), so that it goes into `.stream` and to other libraries. Every member throws Error
/// when the driver fails.
class Stream {
 public:
  [[nodiscard]] explicit Stream(StreamOptions options = {})
      : share_(detail::ContextShare::of_current("gpu::Stream")), owned_(true) {
    const unsigned flags = options.blocking ? 0U : driver::stream_non_blocking;
    detail::check(driver::api().stream_create(&stream_, flags, options.priority),
                  "cuStreamCreateWithPriority");
    valid_ = true;
  }

  /// A stream that other code owns and keeps alive; null is the legacy default stream.
  [[nodiscard]] static Stream borrow(CUstream stream) { return Stream(stream, false); }

  /// A stream that other code made and hands over: it is destroyed with the result.
  [[nodiscard]] static Stream adopt(CUstream stream) { return Stream(stream, true); }

  Stream(Stream&& other) noexcept
      : share_(std::move(other.share_)),
        stream_(std::exchange(other.stream_, nullptr)),
        owned_(std::exchange(other.owned_, false)),
        valid_(std::exchange(other.valid_, false)) {}

  Stream& operator=(Stream&& other) noexcept {
    if (this != &other) {
      close();
      share_ = std::move(other.share_);
      stream_ = std::exchange(other.stream_, nullptr);
      owned_ = std::exchange(other.owned_, false);
      valid_ = std::exchange(other.valid_, false);
    }
    return *this;
  }

  /// Work that is still queued is done all the same.
  ~Stream() { close(); }

  /// Waits on the host for all work in the stream; errors of its kernels surface here.
  void synchronize() const {
    const detail::CurrentScope scope(context());
    detail::check(driver::api().stream_synchronize(handle()), "cuStreamSynchronize");
  }

  /// Whether all work in the stream has ended.
  bool done() const {
    const detail::CurrentScope scope(context());
    const Status status = driver::api().stream_query(handle());
    if (status == Status::not_ready) return false;
    detail::check(status, "cuStreamQuery");
    return true;
  }

  /// Work queued from now on starts after the event's mark; the host does not wait.
  void wait(const Event& event) const {
    const detail::CurrentScope scope(context());
    detail::check(driver::api().stream_wait_event(handle(), event.handle(), 0), "cuStreamWaitEvent");
  }

  /// A new event at the end of what the stream holds by now.
  [[nodiscard]] Event record(EventOptions options = {}) const {
    const detail::CurrentScope scope(context());
    Event event(options);
    event.record(handle());
    return event;
  }

  int priority() const {
    const detail::CurrentScope scope(context());
    int priority = 0;
    detail::check(driver::api().stream_get_priority(handle(), &priority), "cuStreamGetPriority");
    return priority;
  }

  /// Gives the stream away: the caller destroys it with cuStreamDestroy or cudaStreamDestroy.
  CUstream release() {
    const CUstream stream = handle();
    owned_ = valid_ = false;
    stream_ = nullptr;
    share_ = {};
    return stream;
  }

  /// The driver's handle, for other libraries. Throws Error when the Stream was moved from: null would
  /// silently mean the default stream.
  CUstream handle() const {
    if (!valid_)
      detail::fail(Status::invalid_handle, "gpu::Stream", "this Stream was moved from or released");
    return stream_;
  }

  operator CUstream() const { return handle(); }

 private:
  Stream(CUstream stream, bool owned)
      : share_(detail::ContextShare::of_stream(stream, "gpu::Stream")),
        stream_(stream),
        owned_(owned),
        valid_(true) {}

  CUcontext context() const {
    handle();
    return share_.handle();
  }

  void close() noexcept {
    if (owned_ && share_.alive()) {
      const detail::ClosingScope scope(share_.handle());
      if (scope.entered()) driver::api().stream_destroy(stream_);
    }
    owned_ = valid_ = false;
    stream_ = nullptr;
  }

  detail::ContextShare share_;
  CUstream stream_ = nullptr;
  bool owned_ = false;
  bool valid_ = false;
};

}  // namespace gpu

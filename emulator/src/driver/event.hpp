#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "driver/context.hpp"
#include "driver/stream.hpp"

namespace gpu_emulator::driver {

struct Capture;
struct GraphNode;

/// One recording of an event.
struct EventRecord {
  Marker marker;                               ///< the point in the stream that it was recorded at
  std::chrono::steady_clock::time_point time;  ///< when that point was reached; read only afterwards
};

/// An event: the last of its recordings.
class Event {
 public:
  Event(std::shared_ptr<Context> context, unsigned flags) : context_(std::move(context)), flags_(flags) {}

  /// Takes a recording made elsewhere (a graph's launch).
  void set_last(std::shared_ptr<EventRecord> record);
  /// Records the point that `stream` has come to.
  void record(Stream& stream, std::vector<Marker> waits = {});
  /// Makes what `stream` runs from now on wait for the last recording.
  void hold_back(Stream& stream) const;
  /// The last recording, or null.
  std::shared_ptr<const EventRecord> last() const;

  Context& context() const { return *context_; }
  bool timed() const { return (flags_ & CU_EVENT_DISABLE_TIMING) == 0; }

  CUevent handle = nullptr;
  // Where the last recording is part of a capture; guarded by graphs_mutex().
  std::weak_ptr<Capture> capture;
  std::vector<GraphNode*> frontier;  ///< the nodes that stood before it

 private:
  const std::shared_ptr<Context> context_;
  const unsigned flags_;
  mutable std::mutex mutex_;
  std::shared_ptr<EventRecord> last_;
};

/// An event by handle; fails with INVALID_HANDLE.
std::shared_ptr<Event> find_event(CUevent handle);

}  // namespace gpu_emulator::driver

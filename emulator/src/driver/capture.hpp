#pragma once

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "driver/cuda_api.hpp"
#include "driver/graph.hpp"

namespace gpu_emulator::driver {

class Event;
class Stream;

/// A capture in progress: work given to its streams becomes nodes of its graph. Guarded by graphs_mutex().
struct Capture {
  std::shared_ptr<Graph> graph;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  Stream* origin = nullptr;
  std::thread::id thread;
  std::uint64_t id = 0;
  bool invalidated = false;
  bool graph_is_new = true;                      ///< made by the capture: gone where it fails
  std::vector<std::shared_ptr<Stream>> streams;  ///< the origin and those that joined
};

/// Begins to capture a stream, into a new graph or behind `frontier` of one that there is. Fails with
/// STREAM_CAPTURE_UNSUPPORTED for the legacy default stream, ILLEGAL_STATE where one is under way.
void begin_capture(const std::shared_ptr<Stream>& stream, CUstreamCaptureMode mode,
                   std::shared_ptr<Graph> graph = nullptr, std::vector<GraphNode*> frontier = {});
/// Ends it and returns the graph. Fails with the driver's codes for captures ended wrongly.
std::shared_ptr<Graph> end_capture(Stream& stream);

/// Adds work to a capturing stream's graph.
void capture_work(Stream& stream, Work work);
void capture_record(const std::shared_ptr<Event>& event, Stream& stream);
/// True when the wait was part of a capture; false when it is an ordinary one.
bool capture_wait(const std::shared_ptr<Event>& event, Stream& stream);

/// For calls that may not be made on a capturing stream: invalidates the capture and fails.
void refuse_while_capturing(Stream& stream);
/// For calls that wait for or change state that captures rely on, such as allocation: fails where a capture
/// forbids them.
void refuse_unsafe_call();
/// For the legacy default stream: it may not wait for blocking streams that are being captured.
void refuse_implicit_dependency(Stream& stream);
/// For calls that ask for an event's state: one that was last recorded in a capture under way has none.
/// Invalidates that capture and fails.
void refuse_captured_event(const Event& event);
/// Before the event is recorded outside a capture.
void forget_capture(Event& event);

/// This thread's mode (cuThreadExchangeStreamCaptureMode); returns the one before.
CUstreamCaptureMode exchange_thread_mode(CUstreamCaptureMode mode);

}  // namespace gpu_emulator::driver

#include "driver/capture.hpp"

#include <algorithm>
#include <atomic>
#include <unordered_set>
#include <utility>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/stream.hpp"

namespace gpu_emulator::driver {
namespace {

std::atomic<std::uint64_t> next_capture_id{1};
std::atomic<unsigned> captures_under_way{0};  ///< lets calls outside any capture pass without a lock
thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

std::vector<std::shared_ptr<Capture>>& captures() {
  static auto* const all = new std::vector<std::shared_ptr<Capture>>;
  return *all;
}

[[noreturn]] void invalidate(Capture& capture, CUresult code) {
  capture.invalidated = true;
  fail(code);
}

void join(const std::shared_ptr<Capture>& capture, Stream& stream) {
  stream.capture = capture;
  stream.set_capturing(true);
  capture->streams.push_back(stream.shared_from_this());
}

void release(Capture& capture) {
  for (const auto& stream : capture.streams) {
    stream->set_capturing(false);
    stream->capture = nullptr;
    stream->frontier.clear();
  }
  capture.streams.clear();
  std::erase_if(captures(), [&](const auto& other) { return other.get() == &capture; });
  captures_under_way.store(static_cast<unsigned>(captures().size()));
}

/// All nodes that lie before the given ones, and those themselves.
std::unordered_set<const GraphNode*> before(const std::vector<GraphNode*>& frontier) {
  std::unordered_set<const GraphNode*> reached(frontier.begin(), frontier.end());
  std::vector<GraphNode*> open = frontier;
  while (!open.empty()) {
    GraphNode* node = open.back();
    open.pop_back();
    for (GraphNode* dependency : node->dependencies) {
      if (reached.insert(dependency).second) open.push_back(dependency);
    }
  }
  return reached;
}

bool all_joined(const Capture& capture) {
  const auto reached = before(capture.origin->frontier);
  for (const auto& stream : capture.streams) {
    for (const GraphNode* node : stream->frontier) {
      if (!reached.contains(node)) return false;
    }
  }
  return true;
}

}  // namespace

void begin_capture(const std::shared_ptr<Stream>& stream, CUstreamCaptureMode mode,
                   std::shared_ptr<Graph> graph, std::vector<GraphNode*> frontier) {
  const std::scoped_lock lock(graphs_mutex());
  require(stream->kind() != Stream::Kind::legacy, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  require(stream->capture == nullptr, CUDA_ERROR_ILLEGAL_STATE);
  auto capture = std::make_shared<Capture>();
  capture->graph_is_new = graph == nullptr;
  capture->graph = capture->graph_is_new ? Graph::create() : std::move(graph);
  capture->mode = mode;
  capture->origin = stream.get();
  capture->thread = std::this_thread::get_id();
  capture->id = next_capture_id++;
  join(capture, *stream);
  stream->frontier = std::move(frontier);
  captures().push_back(capture);
  captures_under_way.store(static_cast<unsigned>(captures().size()));
}

std::shared_ptr<Graph> end_capture(Stream& stream) {
  const std::scoped_lock lock(graphs_mutex());
  const auto capture = stream.capture;
  require(capture != nullptr, CUDA_ERROR_ILLEGAL_STATE);
  if (capture->origin != &stream) invalidate(*capture, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  require(capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED || capture->thread == std::this_thread::get_id(),
          CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
  const bool invalidated = capture->invalidated;
  const bool joined = all_joined(*capture);
  release(*capture);
  if ((invalidated || !joined) && capture->graph_is_new) the_driver().graphs.erase(capture->graph->handle);
  require(!invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  require(joined, CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  return capture->graph;
}

void capture_work(Stream& stream, Work work) {
  const std::scoped_lock lock(graphs_mutex());
  require(stream.capture != nullptr, CUDA_ERROR_ILLEGAL_STATE);
  require(!stream.capture->invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  GraphNode& node = stream.capture->graph->add(std::move(work), stream.frontier);
  stream.frontier = {&node};
}

void capture_record(const std::shared_ptr<Event>& event, Stream& stream) {
  const std::scoped_lock lock(graphs_mutex());
  require(stream.capture != nullptr, CUDA_ERROR_ILLEGAL_STATE);
  require(!stream.capture->invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  event->capture = stream.capture;
  event->frontier = stream.frontier;
}

bool capture_wait(const std::shared_ptr<Event>& event, Stream& stream) {
  if (captures_under_way.load(std::memory_order_relaxed) == 0) return false;
  const std::scoped_lock lock(graphs_mutex());
  const auto of_event = event->capture.lock();
  if (of_event == nullptr || of_event->streams.empty()) {
    // An event of ordinary work would tie the graph to something outside it.
    if (stream.capture == nullptr) return false;
    invalidate(*stream.capture, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  }
  require(!of_event->invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  if (stream.capture == nullptr) {
    require(stream.kind() != Stream::Kind::legacy, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    join(of_event, stream);
  } else if (stream.capture != of_event) {
    of_event->invalidated = true;
    invalidate(*stream.capture, CUDA_ERROR_STREAM_CAPTURE_MERGE);
  }
  for (GraphNode* node : event->frontier) {
    if (std::ranges::find(stream.frontier, node) == stream.frontier.end()) stream.frontier.push_back(node);
  }
  return true;
}

void refuse_while_capturing(Stream& stream) {
  if (!stream.capturing()) return;
  const std::scoped_lock lock(graphs_mutex());
  if (stream.capture != nullptr) invalidate(*stream.capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

void refuse_unsafe_call() {
  if (captures_under_way.load(std::memory_order_relaxed) == 0) return;
  if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED) return;
  const std::scoped_lock lock(graphs_mutex());
  for (const auto& capture : captures()) {
    const bool own = capture->thread == std::this_thread::get_id();
    const bool forbids = (capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
                          (own || thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL)) ||
                         (capture->mode == CU_STREAM_CAPTURE_MODE_THREAD_LOCAL && own);
    if (forbids) invalidate(*capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  }
}

void refuse_implicit_dependency(Stream& stream) {
  if (captures_under_way.load(std::memory_order_relaxed) == 0 || stream.kind() != Stream::Kind::legacy)
    return;
  const std::scoped_lock lock(graphs_mutex());
  for (const auto& capture : captures()) {
    for (const auto& captured : capture->streams) {
      if (captured->blocking() && &captured->context() == &stream.context()) {
        invalidate(*capture, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
      }
    }
  }
}

void refuse_captured_event(const Event& event) {
  if (captures_under_way.load(std::memory_order_relaxed) == 0) return;
  const std::scoped_lock lock(graphs_mutex());
  const auto capture = event.capture.lock();
  if (capture != nullptr && !capture->streams.empty()) invalidate(*capture, CUDA_ERROR_CAPTURED_EVENT);
}

void forget_capture(Event& event) {
  if (captures_under_way.load(std::memory_order_relaxed) == 0) return;
  const std::scoped_lock lock(graphs_mutex());
  event.capture.reset();
  event.frontier.clear();
}

CUstreamCaptureMode exchange_thread_mode(CUstreamCaptureMode mode) {
  return std::exchange(thread_mode, mode);
}

}  // namespace gpu_emulator::driver

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "driver/cuda_api.hpp"

namespace gpu_emulator::driver {

class Context;
class Stream;
struct Capture;
struct GraphNode;

/// A point in a stream's order: reached when the stream's first `sequence` tasks are done.
struct Marker {
  std::shared_ptr<Stream> stream;
  std::uint64_t sequence = 0;

  bool reached() const;
  void wait() const;
};

/// One piece of work in a stream.
struct Task {
  std::function<void()> run;
  std::vector<Marker> waits;   ///< points of other streams that must be reached first
  bool host_function = false;  ///< runs a program's code: on the worker only
  bool always = false;         ///< runs even when the context has failed (event records)
};

/// How a task is handed over.
enum class Handover {
  worker,   ///< to the stream's worker, woken if it sleeps
  waiter,   ///< the caller waits for it at once and so may run it itself
  if_idle,  ///< cheap: the caller runs it now if nothing stands before it, else the worker does
};

/// Work in order. A worker thread, started at the first need, runs the tasks; a thread that waits for the
/// stream runs them too while they stand still, so that a launch followed by a synchronisation needs no
/// hand-over between threads. What a task waits for was enqueued before it, so streams can never wait for
/// each other in a circle.
class Stream : public std::enable_shared_from_this<Stream> {
 public:
  enum class Kind { created, legacy, per_thread };

  Stream(std::shared_ptr<Context> context, Kind kind, unsigned flags, int priority);

  /// Adds a task behind the context's implicit dependencies (legacy default stream); returns its place in the
  /// order.
  Marker enqueue(Task task, Handover handover);
  /// Waits until everything enqueued so far is done.
  void synchronize();
  void wait_until(std::uint64_t sequence);
  bool reached(std::uint64_t sequence) const {
    return completed_.load(std::memory_order_acquire) >= sequence;
  }
  bool idle() const { return reached(enqueued_.load(std::memory_order_acquire)); }
  Marker tail();
  /// Lets the worker end once the queue is empty.
  void retire();
  bool retired() const { return retired_.load(std::memory_order_acquire); }

  Context& context() const { return *context_; }
  std::shared_ptr<Context> shared_context() const { return context_; }
  Kind kind() const { return kind_; }
  unsigned flags() const { return flags_; }
  int priority() const { return priority_; }
  std::uint64_t id() const { return id_; }
  /// Whether it takes part in the legacy default stream's implicit ordering.
  bool blocking() const { return (flags_ & CU_STREAM_NON_BLOCKING) == 0; }

  /// Whether its work goes into a graph instead of being run.
  bool capturing() const { return capturing_.load(std::memory_order_acquire); }
  void set_capturing(bool on) { capturing_.store(on, std::memory_order_release); }

  CUstream handle = nullptr;  ///< null for default streams
  std::mutex attributes_mutex;
  std::map<int, CUlaunchAttributeValue> attributes;  ///< those that were set, by CU_LAUNCH_ATTRIBUTE_*
  // While it is being captured; guarded by graphs_mutex().
  std::shared_ptr<Capture> capture;
  std::vector<GraphNode*> frontier;           ///< the nodes that the next one depends on
  std::vector<CUgraphNode> frontier_handles;  ///< as last given to a program that asked

 private:
  void run_front(std::unique_lock<std::mutex>& lock);
  void work();
  void wake_worker();

  const std::shared_ptr<Context> context_;
  const Kind kind_;
  const unsigned flags_;
  const int priority_;
  const std::uint64_t id_;

  std::mutex mutex_;
  std::condition_variable work_;      ///< a task for the worker, or the stream retires
  std::condition_variable progress_;  ///< a task is done
  std::deque<Task> queue_;
  bool running_ = false;  ///< the front task is being run by some thread
  bool worker_started_ = false;
  bool worker_asleep_ = false;
  unsigned waiters_ = 0;
  std::atomic<std::uint64_t> enqueued_{0};
  std::atomic<std::uint64_t> completed_{0};
  std::atomic<bool> retired_{false};
  std::atomic<bool> capturing_{false};
};

/// The stream that a handle means for this thread's current context: null, CU_STREAM_LEGACY,
/// CU_STREAM_PER_THREAD or a created one. Fails with INVALID_HANDLE, INVALID_CONTEXT or the context's sticky
/// error.
std::shared_ptr<Stream> find_stream(CUstream handle);

}  // namespace gpu_emulator::driver

#include "driver/stream.hpp"

#include <exception>
#include <new>
#include <thread>
#include <utility>

#include "driver/context.hpp"

namespace gpu_emulator::driver {
namespace {

std::atomic<std::uint64_t> next_stream_id{1};

}  // namespace

bool Marker::reached() const { return stream == nullptr || stream->reached(sequence); }

void Marker::wait() const {
  if (!reached()) stream->wait_until(sequence);
}

Stream::Stream(std::shared_ptr<Context> context, Kind kind, unsigned flags, int priority)
    : context_(std::move(context)), kind_(kind), flags_(flags), priority_(priority), id_(next_stream_id++) {}

Marker Stream::tail() { return {shared_from_this(), enqueued_.load(std::memory_order_acquire)}; }

Marker Stream::enqueue(Task task, Handover handover) {
  if (blocking()) context_->add_implicit_dependencies(*this, task.waits);
  std::unique_lock lock(mutex_);
  queue_.push_back(std::move(task));
  const std::uint64_t sequence = enqueued_.load(std::memory_order_relaxed) + 1;
  enqueued_.store(sequence, std::memory_order_release);
  if (handover == Handover::if_idle && queue_.size() == 1 && !running_ && !queue_.front().host_function) {
    bool ready = true;
    for (const Marker& marker : queue_.front().waits) ready = ready && marker.reached();
    if (ready) {
      run_front(lock);
      if (!queue_.empty()) wake_worker();
      return {shared_from_this(), sequence};
    }
  }
  if (handover != Handover::waiter || queue_.back().host_function) wake_worker();
  return {shared_from_this(), sequence};
}

void Stream::wake_worker() {
  if (!worker_started_) {
    worker_started_ = true;
    std::thread([self = shared_from_this()] { self->work(); }).detach();
  } else if (worker_asleep_) {
    worker_asleep_ = false;
    work_.notify_one();
  }
}

void Stream::run_front(std::unique_lock<std::mutex>& lock) {
  running_ = true;
  Task task = std::move(queue_.front());
  queue_.pop_front();
  lock.unlock();
  for (const Marker& marker : task.waits) marker.wait();
  if (task.run && (task.always || !context_->failed())) {
    try {
      task.run();
    } catch (const std::bad_alloc&) {
      context_->set_error(CUDA_ERROR_OUT_OF_MEMORY);
    } catch (const std::exception&) {
      context_->set_error(CUDA_ERROR_UNKNOWN);
    }
  }
  task = {};
  lock.lock();
  running_ = false;
  completed_.fetch_add(1, std::memory_order_release);
  if (waiters_ != 0) progress_.notify_all();
}

void Stream::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (!queue_.empty() && !running_) {
      run_front(lock);
    } else if (queue_.empty() && !running_ && retired()) {
      return;
    } else {
      worker_asleep_ = true;
      work_.wait(lock, [this] { return !worker_asleep_; });
    }
  }
}

void Stream::wait_until(std::uint64_t sequence) {
  if (reached(sequence)) return;
  std::unique_lock lock(mutex_);
  while (!reached(sequence)) {
    if (!running_ && !queue_.empty() && !queue_.front().host_function) {
      run_front(lock);
    } else {
      if (!running_) wake_worker();
      ++waiters_;
      progress_.wait(lock, [&] {
        return reached(sequence) || (!running_ && !queue_.empty() && !queue_.front().host_function);
      });
      --waiters_;
    }
  }
  // A worker that found this thread at work went back to sleep.
  if (!running_ && (!queue_.empty() || retired()) && worker_started_) wake_worker();
}

void Stream::synchronize() { wait_until(enqueued_.load(std::memory_order_acquire)); }

void Stream::retire() {
  const std::scoped_lock lock(mutex_);
  retired_.store(true, std::memory_order_release);
  if (worker_started_) wake_worker();
}

}  // namespace gpu_emulator::driver

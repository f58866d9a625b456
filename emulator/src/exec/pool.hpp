#pragma once
/// The process's worker threads.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gpu_emulator::exec {

class ThreadPool {
 public:
  static ThreadPool& process();

  /// Calls job(0) here and job(1) … job(count - 1) on workers, and returns when all have ended. Any number of
  /// callers at a time. A job that no worker has begun when the caller's own is done runs here: a busy pool
  /// delays nobody.
  void run(unsigned count, const std::function<void(unsigned)>& job);

 private:
  struct Batch {
    const std::function<void(unsigned)>* job;
    unsigned next, count, running;
    std::condition_variable done;
  };
  ThreadPool() = default;
  void work();
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Batch*> batches_;
  std::vector<std::thread> threads_;
  unsigned idle_ = 0;
};

}  // namespace gpu_emulator::exec

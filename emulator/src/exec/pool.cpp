#include "pool.hpp"

#include "launch.hpp"

#include <pthread.h>

#include <algorithm>

namespace gpu_emulator::exec {

ThreadPool& ThreadPool::process() {
  // Never destroyed: its threads wait for work until the process ends. A forked child gets a pool of its own.
  static ThreadPool* pool = [] {
    pthread_atfork(nullptr, nullptr, [] { pool = new ThreadPool; });
    return new ThreadPool;
  }();
  return *pool;
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    wake_.wait(lock, [this] { return !batches_.empty(); });
    --idle_;
    Batch& batch = *batches_.front();
    const unsigned index = batch.next++;
    if (batch.next == batch.count) batches_.pop_front();
    ++batch.running;
    lock.unlock();
    (*batch.job)(index);
    lock.lock();
    if (--batch.running == 0) batch.done.notify_all();
  }
}

void ThreadPool::run(unsigned count, const std::function<void(unsigned)>& job) {
  if (count <= 1) return job(0);
  Batch batch{&job, 1, count, 0, {}};
  {
    const std::lock_guard lock(mutex_);
    batches_.push_back(&batch);
    const unsigned most = std::max(1u, Settings::process().threads) - 1;
    while (threads_.size() < most && threads_.size() < count - 1 + (threads_.size() - idle_)) {
      threads_.emplace_back([this] { work(); });
      threads_.back().detach();
    }
  }
  wake_.notify_all();
  job(0);
  std::unique_lock lock(mutex_);
  while (batch.next < batch.count) {
    const unsigned index = batch.next++;
    if (batch.next == batch.count) batches_.erase(std::find(batches_.begin(), batches_.end(), &batch));
    ++batch.running;
    lock.unlock();
    job(index);
    lock.lock();
    --batch.running;
  }
  batch.done.wait(lock, [&batch] { return batch.running == 0; });
}

}  // namespace gpu_emulator::exec

/// Which of a thread's contexts stays current when another one is let go.
#pragma once

#include <pthread.h>

#include <utility>

#include <gpu/driver/open.hpp>

namespace gpu::detail {

class ContextHold;

/// The holds of this process, newest first.
struct ContextHolds {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  ContextHold* newest = nullptr;
};
inline constinit ContextHolds context_holds;

/// One gpu::Context's claim to be current on the thread that made it. The claims of a thread outlast one
/// another in any order: the end of one takes nothing from the others. Move-only; a move keeps the place.
class ContextHold {
 public:
  ContextHold() noexcept = default;

  /// `context` has become current on this thread in the stead of `previous`.
  ContextHold(CUcontext context, CUcontext previous) noexcept
      : context_(context), previous_(previous), thread_(pthread_self()) {
    const Lock lock;
    older_ = context_holds.newest;
    link();
  }

  ContextHold(ContextHold&& other) noexcept { take(other); }

  ContextHold& operator=(ContextHold&& other) noexcept {
    if (this != &other) {
      end();
      take(other);
    }
    return *this;
  }

  ~ContextHold() { end(); }

  /// Null once it has ended or was moved from.
  CUcontext context() const noexcept { return context_; }

  /// Gives up the claim. Where its context is the current one, that of the thread's newer hold becomes
  /// current; without one, what was current before this hold, or if that is gone, the older hold's. A context
  /// that other code made current stays.
  void end() noexcept {
    if (context_ == nullptr) return;
    const CUcontext context = context_;
    const auto [successor, older] = leave();
    if (pthread_equal(thread_, pthread_self()) == 0 || successor == context) return;
    const driver::Api& api = driver::api();
    CUcontext now = nullptr;
    if (api.ctx_get_current(&now) != Status::success || now != context) return;
    // A context that is gone by now cannot come back.
    if (api.ctx_set_current(successor) == Status::success) return;
    if (older == nullptr || api.ctx_set_current(older) != Status::success) api.ctx_set_current(nullptr);
  }

 private:
  class Lock {
   public:
    Lock() noexcept { pthread_mutex_lock(&context_holds.mutex); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { pthread_mutex_unlock(&context_holds.mutex); }
  };

  /// Joins the list between the neighbours that it already names.
  void link() noexcept {
    (newer_ != nullptr ? newer_->older_ : context_holds.newest) = this;
    if (older_ != nullptr) older_->newer_ = this;
  }

  /// Leaves the list; what becomes current in its stead, and the context of the thread's next older hold.
  std::pair<CUcontext, CUcontext> leave() noexcept {
    const Lock lock;
    ContextHold* newest = nullptr;
    ContextHold* above = nullptr;
    for (ContextHold* hold = context_holds.newest; hold != this; hold = hold->older_) {
      if (pthread_equal(hold->thread_, thread_) == 0) continue;
      if (newest == nullptr) newest = hold;
      above = hold;
    }
    ContextHold* below = older_;
    while (below != nullptr && pthread_equal(below->thread_, thread_) == 0) below = below->older_;
    const std::pair successor(newest != nullptr ? newest->context_ : previous_,
                              below != nullptr ? below->context_ : nullptr);
    if (above != nullptr && above->previous_ == context_) above->previous_ = previous_;
    (newer_ != nullptr ? newer_->older_ : context_holds.newest) = older_;
    if (older_ != nullptr) older_->newer_ = newer_;
    newer_ = older_ = nullptr;
    context_ = nullptr;
    return successor;
  }

  /// Takes the other's place in the list.
  void take(ContextHold& other) noexcept {
    const Lock lock;
    context_ = std::exchange(other.context_, nullptr);
    previous_ = other.previous_;
    thread_ = other.thread_;
    newer_ = std::exchange(other.newer_, nullptr);
    older_ = std::exchange(other.older_, nullptr);
    if (context_ != nullptr) link();
  }

  CUcontext context_ = nullptr;
  CUcontext previous_ = nullptr;
  pthread_t thread_{};
  ContextHold* newer_ = nullptr;
  ContextHold* older_ = nullptr;
};

}  // namespace gpu::detail

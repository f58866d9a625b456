#pragma once

#include "driver/cuda_api.hpp"

namespace gpu_emulator::driver {

/// While one lives, the null stream of this thread's calls is its per-thread default stream (the _ptds/_ptsz
/// symbols).
class PerThreadDefaultStream {
 public:
  PerThreadDefaultStream() noexcept : outer_(active_) { active_ = true; }
  ~PerThreadDefaultStream() { active_ = outer_; }
  PerThreadDefaultStream(const PerThreadDefaultStream&) = delete;
  PerThreadDefaultStream& operator=(const PerThreadDefaultStream&) = delete;

  static bool active() noexcept { return active_; }

 private:
  static thread_local bool active_;
  bool outer_;
};

}  // namespace gpu_emulator::driver

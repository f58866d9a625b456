#pragma once

namespace gpu_emulator::driver {

/// While one lives, this thread runs a program's host function: driver calls answer NOT_PERMITTED.
class HostFunctionScope {
 public:
  HostFunctionScope() noexcept { active_ = true; }
  ~HostFunctionScope() { active_ = false; }
  HostFunctionScope(const HostFunctionScope&) = delete;
  HostFunctionScope& operator=(const HostFunctionScope&) = delete;

  static bool active() noexcept { return active_; }

 private:
  static thread_local bool active_;
};

}  // namespace gpu_emulator::driver

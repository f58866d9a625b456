#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "driver/cuda_api.hpp"
#include "driver/library.hpp"
#include "driver/stream.hpp"
#include "exec/launch.hpp"

namespace gpu_emulator::driver {

/// A launch as asked for, before it is checked.
struct LaunchRequest {
  CUfunction function = nullptr;
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  Dim3 cluster{0, 0, 0};  ///< zeros: not given
  unsigned dynamic_shared = 0;
  bool cooperative = false;
  CUstream stream = nullptr;
  void** parameters = nullptr;
  void** extra = nullptr;
  std::vector<CUevent> completion_events;  ///< recorded after the kernel
};

/// A checked launch with its arguments packed: what a stream runs, and what a graph's kernel node holds.
struct PreparedLaunch {
  std::shared_ptr<Function> function;
  Dim3 grid, block, cluster;
  unsigned dynamic_shared = 0;
  bool cooperative = false;
  std::vector<std::byte> arguments;

  /// Runs the kernel on this thread; a fault is reported on stderr and becomes the context's error.
  void run(Context& context) const;
};

/// Checks a request against the device, the function and the driver's rules; fails with the driver's codes.
PreparedLaunch prepare(const LaunchRequest& request, Context& context);

/// prepare() and hand over to the stream.
CUresult launch(const LaunchRequest& request);

}  // namespace gpu_emulator::driver

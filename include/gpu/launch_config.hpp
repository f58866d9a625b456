/// How a kernel is launched, and what its image demands of that.
#pragma once

#include <array>
#include <climits>
#include <cstddef>

#include <gpu/dim3.hpp>
#include <gpu/driver/types.hpp>

namespace gpu {

/// A launch takes the priority of its stream.
inline constexpr int stream_priority = INT_MIN;

/// The configuration of a launch: `{.grid = gpu::blocks_for(n, 256), .block = 256, .stream = stream}`.
struct LaunchConfig {
  Dim3 grid;   ///< blocks
  Dim3 block;  ///< threads a block
  std::size_t shared_bytes =
      0;                      ///< dynamic shared memory a block, in bytes; over 48 KiB is opted in by itself
  CUstream stream = nullptr;  ///< a gpu::Stream or a CUstream; null is the legacy default stream
  bool cooperative = false;   ///< all blocks resident at once, for grid-wide barriers
  Dim3 cluster{0, 0, 0};      ///< blocks a cluster; zeros: as compiled, or none
  int priority = stream_priority;              ///< of this launch; lower numbers are served first
  bool programmatic_dependent_launch = false;  ///< may start before the previous kernel of the stream ends
};

/// What the image says about a kernel's launches, as far as a stub's header may know it.
struct LaunchContract {
  unsigned max_threads = 0;  ///< most threads a block: the product of `.maxntid`; 0: the device's limit
  std::array<unsigned, 3> required_block{};    ///< the only block size allowed (`.reqntid`); zeros: any
  std::array<unsigned, 3> cluster{};           ///< the compiled cluster size in blocks; zeros: none
  unsigned min_blocks_per_multiprocessor = 0;  ///< from `__launch_bounds__`; 0: not given
  bool dynamic_shared = false;                 ///< the kernel uses dynamic shared memory
};

}  // namespace gpu

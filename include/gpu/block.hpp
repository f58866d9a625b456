/// Block sizes that are checked when the program is compiled.
#pragma once

#include <gpu/launch_config.hpp>

namespace gpu {

namespace detail {

// Concepts, because compilers then print the numbers when the check fails.
template <unsigned threads, unsigned limit>
concept NoMoreThan = threads <= limit;
template <unsigned x, unsigned y, unsigned z, unsigned only_x, unsigned only_y, unsigned only_z>
concept SameBlock = x == only_x&& y == only_y&& z == only_z;

/// A block of constant size, against a kernel's contract and the limits of all devices.
template <LaunchContract contract, unsigned x, unsigned y, unsigned z>
struct CheckedBlock {
  static_assert(x > 0 && y > 0 && z > 0, "a block has at least one thread in each dimension");
  static_assert(NoMoreThan<x, 1024> && NoMoreThan<y, 1024> && NoMoreThan<z, 64>,
                "a block has at most 1024 x 1024 x 64 threads");
  static constexpr unsigned threads = x > 1024 || y > 1024 || z > 64 ? 1 : x* y* z;
  static_assert(NoMoreThan<threads, 1024>, "a block has at most 1024 threads");
  static constexpr unsigned bound =
      contract.max_threads == 0 || threads > 1024 ? threads : contract.max_threads;
  static_assert(NoMoreThan<threads, bound>, "the kernel's __launch_bounds__ allow fewer threads");
  static constexpr bool free = contract.required_block[0] == 0;
  static constexpr unsigned only_x = free ? x : contract.required_block[0];
  static constexpr unsigned only_y = free ? y : contract.required_block[1];
  static constexpr unsigned only_z = free ? z : contract.required_block[2];
  static_assert(SameBlock<x, y, z, only_x, only_y, only_z>,
                "the kernel was compiled for one block size only");

  static constexpr Dim3 size{x, y, z};
};

}  // namespace detail

/// A block of constant size: `.block = gpu::block<256>`. Sizes that no device can launch do not compile.
/// `kernel.block<256>()` also keeps the kernel's contract: its `__launch_bounds__`, or the one block size it
/// was compiled for.
template <unsigned x, unsigned y = 1, unsigned z = 1>
inline constexpr Dim3 block = detail::CheckedBlock<LaunchContract{}, x, y, z>::size;

}  // namespace gpu

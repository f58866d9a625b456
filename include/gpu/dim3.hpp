/// Sizes of grids and blocks.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <gpu/error.hpp>

namespace gpu {

namespace detail {

template <class T>
concept Integer = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

/// Keeps a number that no dimension can hold visibly wrong instead of cutting bits off it.
template <Integer T>
constexpr std::int64_t to_dimension(T value) noexcept {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  if constexpr (std::unsigned_integral<T> && sizeof(T) >= sizeof(largest)) {
    if (value > static_cast<T>(largest)) return largest;
  }
  return static_cast<std::int64_t>(value);
}

}  // namespace detail

/// The size of a grid (in blocks), of a block (in threads) or of a cluster (in blocks), from one to three
/// integers.
///
/// It holds wider numbers than a launch can use, so that a negative or an overflowing size reaches the launch
/// as it is and the error there names it. There is no default: a launch without `.grid` or `.block` does not
/// compile.
struct Dim3 {
  // The compilers show the line of a deleted function.
  Dim3() = delete;  // a launch configuration has both .grid and .block

  template <detail::Integer X>
  constexpr Dim3(X x_) noexcept : x(detail::to_dimension(x_)), y(1), z(1) {}

  template <detail::Integer X, detail::Integer Y>
  constexpr Dim3(X x_, Y y_) noexcept : x(detail::to_dimension(x_)), y(detail::to_dimension(y_)), z(1) {}

  template <detail::Integer X, detail::Integer Y, detail::Integer Z>
  constexpr Dim3(X x_, Y y_, Z z_) noexcept
      : x(detail::to_dimension(x_)), y(detail::to_dimension(y_)), z(detail::to_dimension(z_)) {}

  friend constexpr bool operator==(const Dim3&, const Dim3&) noexcept = default;

  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
};

namespace detail {

template <Integer Count, Integer Block>
constexpr std::uint64_t divide_rounding_up(Count count, Block block) {
  if (std::cmp_less_equal(block, 0)) {
    throw Error(Status::invalid_value, "gpu::blocks_for",
                "gpu::blocks_for: the block size must be at least 1");
  }
  if (std::cmp_less(count, 0)) {
    throw Error(Status::invalid_value, "gpu::blocks_for",
                "gpu::blocks_for: the number of elements is negative");
  }
  const auto elements = static_cast<std::uint64_t>(count);
  const auto threads = static_cast<std::uint64_t>(block);
  return elements / threads + (elements % threads != 0 ? 1 : 0);
}

}  // namespace detail

/// The number of blocks of `block` threads that cover `count` elements: the quotient rounded up, without
/// overflow. Throws Error when `count` is negative or `block` is not positive (in a constant expression it
/// does not compile).
template <detail::Integer Count, detail::Integer Block>
constexpr std::size_t blocks_for(Count count, Block block) {
  return detail::divide_rounding_up(count, block);
}

/// The grid of blocks that covers a line, a plane or a volume: `blocks_for({width, height}, {16, 16})`.
/// Throws as the one-dimensional form does.
constexpr Dim3 blocks_for(Dim3 count, Dim3 block) {
  return {detail::divide_rounding_up(count.x, block.x), detail::divide_rounding_up(count.y, block.y),
          detail::divide_rounding_up(count.z, block.z)};
}

}  // namespace gpu

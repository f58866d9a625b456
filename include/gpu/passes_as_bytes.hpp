/// Which classes may be kernel arguments.
#pragma once

#include <type_traits>

// The toolkit's pairs of small numbers have copy constructors of their own, which copy the bytes and no more.
struct __half2;         // NOLINT(bugprone-reserved-identifier)
struct __nv_bfloat162;  // NOLINT(bugprone-reserved-identifier)

namespace gpu {

/// Whether the bytes of a T are all that a copy of it needs, as the driver copies nothing else. True for
/// trivially copyable types; specialise it for a class whose copy constructor copies its bytes and no more.
template <class T>
inline constexpr bool passes_as_bytes = std::is_trivially_copyable_v<T>;

template <>
inline constexpr bool passes_as_bytes<__half2> = true;
template <>
inline constexpr bool passes_as_bytes<__nv_bfloat162> = true;

}  // namespace gpu

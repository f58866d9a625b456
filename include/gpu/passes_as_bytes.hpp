/// Which classes may be kernel arguments.
#pragma once

#include <type_traits>

// The toolkit's pairs of small numbers have copy constructors of their own, which copy the bytes and no more.
struct __half2;         // NOLINT(bugprone-reserved-identifier)
struct __nv_bfloat162;  // NOLINT(bugprone-reserved-identifier)

namespace gpu {

namespace detail {

/// Whether the members of a T are all copied as bytes, which the generated headers say of structs that hold
/// pairs of small numbers.
template <class T>
inline constexpr bool made_of_bytes = false;

}  // namespace detail

/// Whether the bytes of a T are all that a copy of it needs, as the driver copies nothing else. True for
/// trivially copyable types; specialise it for a class whose copy constructor copies its bytes and no more.
template <class T>
inline constexpr bool passes_as_bytes = std::is_trivially_copyable_v<T> || detail::made_of_bytes<T>;

template <>
inline constexpr bool passes_as_bytes<__half2> = true;
template <>
inline constexpr bool passes_as_bytes<__nv_bfloat162> = true;

namespace detail {

/// An aggregate has no copy constructor of its own, so it is copied member by member; so are those of its
/// members, whose own members follow in the list.
template <class T>
inline constexpr bool copies_members = std::is_aggregate_v<T>&& std::is_trivially_destructible_v<T>;

template <class T, class... Members>
inline constexpr bool members_pass_as_bytes =
    copies_members<T> && ((passes_as_bytes<std::remove_cv_t<std::remove_all_extents_t<Members>>> ||
                           copies_members<std::remove_all_extents_t<Members>>)&&...);

}  // namespace detail

}  // namespace gpu

/// Compile-time checks that the host lays a type out as the device does. Generated headers use them.
#pragma once

#include <cstddef>
#include <type_traits>

namespace gpu::detail {

// Concepts, because compilers then print both numbers when the check fails.
template <std::size_t host, std::size_t device>
concept SameSize = host == device;
template <std::size_t host, std::size_t device>
concept SameAlignment = host == device;
template <std::size_t host, std::size_t device>
concept SameOffset = host == device;

/// A member of a member or of an element, `in.x` or `in[0]`: the private parts of another type may lie on its
/// way.
constexpr bool is_path(const char* member) noexcept {
  for (; *member != '\0'; ++member) {
    if (*member == '.' || *member == '[') return true;
  }
  return false;
}

template <int host, int device>
concept SameWidth = host == device;

/// How many bits a member keeps, by what it gives back of each single bit; `set` writes and reads it.
template <class Owner, class Set>
constexpr int width_of(Set set) noexcept {
  int width = 0;
  for (int bit = 0; bit < 64; ++bit) {
    Owner owner{};
    if (set(owner, 1ull << bit) != 0) width = bit + 1;
  }
  return width;
}

}  // namespace gpu::detail

/// Checks the size and alignment (bytes) that the device gives a type; the type comes last, as it may hold
/// commas.
#define GPU_KERNELS_CHECK_LAYOUT(device_size, device_alignment, ...)                                    \
  static_assert(::gpu::detail::SameSize<sizeof(__VA_ARGS__), device_size>,                              \
                #__VA_ARGS__ " has " #device_size " bytes on the device and another size on the host"); \
  static_assert(::gpu::detail::SameAlignment<alignof(__VA_ARGS__), device_alignment>, #__VA_ARGS__      \
                " is aligned to " #device_alignment " bytes on the device and not so on the host")

/// Checks the offset and size (bytes) that the device gives a member; `member` may lead into members:
/// `in[0].x`. A member that the host cannot reach passes where it may be a private one: nothing here may name
/// that. An aggregate has none, so there a member that the host lacks is an error.
#define GPU_KERNELS_CHECK_MEMBER(member, device_offset, device_size, ...)                                    \
  static_assert([]<class Owner>(std::type_identity<Owner>) {                                                 \
    static_assert(                                                                                           \
        requires { sizeof(Owner::member); } || !std::is_aggregate_v<Owner> ||                                \
            ::gpu::detail::is_path(#member),                                                                 \
        "the host's " #__VA_ARGS__ " has no member " #member ", which the device's has");                    \
    if constexpr (requires { sizeof(Owner::member); }) {                                                     \
      static_assert(::gpu::detail::SameOffset<offsetof(Owner, member), device_offset>,                       \
                    #member " of " #__VA_ARGS__ " is at byte " #device_offset                                \
                            " on the device and not so on the host");                                        \
      static_assert(::gpu::detail::SameSize<sizeof(Owner::member), device_size>, #member                     \
                    " of " #__VA_ARGS__ " has " #device_size " bytes on the device and not so on the host"); \
    }                                                                                                        \
    return true;                                                                                             \
  }(std::type_identity<__VA_ARGS__>{}))

/// Checks the width of a bit-field of integers, in aggregates whose objects a constant expression can make;
/// where it lies is the ABI's choice, which the members behind it show.
#define GPU_KERNELS_CHECK_BITS(member, device_bits, ...)                                                    \
  static_assert([]<class Owner>(std::type_identity<Owner>) {                                                \
    if constexpr (std::is_aggregate_v<Owner> &&                                                             \
                  requires { typename std::bool_constant<(static_cast<void>(Owner{}.member), true)>; }) {   \
      constexpr auto set = [](Owner & owner, unsigned long long bits) constexpr {                           \
        owner.member = static_cast<decltype(owner.member)>(bits);                                           \
        return owner.member;                                                                                \
      };                                                                                                    \
      static_assert(::gpu::detail::SameWidth<::gpu::detail::width_of<Owner>(set), device_bits>, #member     \
                    " of " #__VA_ARGS__ " has " #device_bits " bits on the device and not so on the host"); \
    }                                                                                                       \
    return true;                                                                                            \
  }(std::type_identity<__VA_ARGS__>{}))

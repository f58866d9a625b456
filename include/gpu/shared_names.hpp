/// What the functions are made of by which kernels are called that share their name with a template.
#pragma once

#include <type_traits>

namespace gpu {

/// Keeps the template arguments of a call from reaching parameters that a function deduces: no type or number
/// converts to it.
enum class NoneGiven {};

template <class T, class... Ts>
inline constexpr bool is_one_of = (std::is_same_v<T, Ts> || ...);

}  // namespace gpu

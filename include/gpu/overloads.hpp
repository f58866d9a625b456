/// Kernels that share a name, as one callable that resolves as C++ does.
#pragma once

#include <type_traits>
#include <utility>

#include <gpu/device_ptr.hpp>
#include <gpu/launch_config.hpp>

namespace gpu {

namespace detail {

/// What an argument is to the kernel that takes it: a DevicePtr<T> or DeviceBuffer<T> is a T*, a const
/// DeviceBuffer<T> a const T*.
template <class Argument, class Bare = std::remove_cvref_t<Argument>>
struct KernelArgument {
  using type = Bare;
};
template <class Argument, class T>
struct KernelArgument<Argument, DevicePtr<T>> {
  using type = T*;
};
template <class Argument, class Bare>
requires std::is_convertible_v<Bare&, DevicePtr<typename Bare::value_type>>
struct KernelArgument<Argument, Bare> {
  using element = typename Bare::value_type;
  using type =
      std::conditional_t<std::is_const_v<std::remove_reference_t<Argument>>, const element*, element*>;
};

/// An overload as a plain function, for the compiler to choose among.
template <class Stub, class Signature>
struct Candidate;
template <class Stub, class... Parameters>
struct Candidate<Stub, void(Parameters...)> {
  static Stub choose(Parameters...);
};

template <class... Stubs>
struct Candidates : Candidate<Stubs, typename Stubs::Signature>... {
  using Candidate<Stubs, typename Stubs::Signature>::choose...;
};

template <class Set, class... Arguments>
using Chosen = decltype(Set::choose(std::declval<typename KernelArgument<Arguments>::type>()...));

/// A number, or an enumeration that converts to one.
template <class T>
concept Numeric = std::is_arithmetic_v<T> ||(std::is_enum_v<T>&& std::is_convertible_v<T, long long>);

/// No argument converts to both parameters: pointers to different elements, a pointer and a number, different
/// structs or enumerations. Two numbers are not apart: one argument may fit both.
template <class Left, class Right>
constexpr bool parameters_apart() {
  using L = std::remove_cvref_t<Left>;
  using R = std::remove_cvref_t<Right>;
  if constexpr (std::is_pointer_v<L> && std::is_pointer_v<R>) {
    using LeftElement = std::remove_cv_t<std::remove_pointer_t<L>>;
    using RightElement = std::remove_cv_t<std::remove_pointer_t<R>>;
    return !std::is_same_v<LeftElement, RightElement> && !std::is_void_v<LeftElement> &&
           !std::is_void_v<RightElement>;
  } else {
    return !std::is_same_v<L, R> && !(Numeric<L> && Numeric<R>);
  }
}

template <class Left, class Right>
inline constexpr bool signatures_apart = true;
template <class... Left, class... Right>
requires(sizeof...(Left) ==
         sizeof...(Right)) inline constexpr bool signatures_apart<void(Left...), void(Right...)> =
    (parameters_apart<Left, Right>() || ...);

template <class First, class... Rest>
constexpr bool all_apart() {
  if constexpr (sizeof...(Rest) == 0) {
    return true;
  } else {
    return (signatures_apart<First, Rest> && ...) && all_apart<Rest...>();
  }
}

/// Overloads that the conversions of their parameters alone tell apart: constants are checked where they are
/// written.
template <bool apart, class... Stubs>
struct OverloadSet : Stubs... {
  using Stubs::operator()...;
};

/// The others: chosen by the arguments' types, then called by the chosen stub's own rules.
template <class... Stubs>
struct OverloadSet<false, Stubs...> : Stubs... {
  template <class... Arguments>
  requires requires { typename Chosen<Candidates<Stubs...>, Arguments...>; }
  void operator()(const LaunchConfig& config, Arguments&&... arguments) const {
    using Stub = Chosen<Candidates<Stubs...>, Arguments...>;
    static_cast<const Stub&> (*this)(config, std::forward<Arguments>(arguments)...);
  }
};

template <class Stub, class Signature>
struct Named {
  static Stub named(std::type_identity<Signature>);
};
template <class... Stubs>
struct NamedStubs : Named<Stubs, typename Stubs::Signature>... {
  using Named<Stubs, typename Stubs::Signature>::named...;
};

}  // namespace detail

/// Stubs of kernels that share a name and differ in the types of their parameters. The overload is chosen
/// from the arguments' types as C++ chooses among the kernels themselves, a DeviceBuffer<T> standing for a
/// T*; then the chosen stub takes the arguments by its own rules, so that nothing narrows in silence. A call
/// that is ambiguous in C++, or that no overload takes, does not compile.
///
/// Where overloads differ in numbers only (`f(int)`, `f(float)`), or in const, a constant must have the
/// parameter's own type: `4u`.
template <class... Stubs>
struct Overloads : detail::OverloadSet<detail::all_apart<typename Stubs::Signature...>(), Stubs...> {
  /// One of the kernels, by the types of its parameters: `scale.overload<void(float*,
  /// unsigned)>().attributes()`.
  template <class Signature>
  constexpr const auto& overload() const noexcept {
    using Stub = decltype(detail::NamedStubs<Stubs...>::named(std::type_identity<Signature>{}));
    return static_cast<const Stub&>(*this);
  }
};

}  // namespace gpu

/// Kernels that share a name, as one callable that resolves as C++ does.
#pragma once

#include <cstddef>
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

}  // namespace detail

/// Stubs of kernels that share a name and differ in the types of their parameters. The overload is chosen
/// from the arguments' types as C++ chooses among the kernels themselves, a DeviceBuffer<T> standing for a
/// T*; then the chosen stub takes the arguments by its own rules, so that nothing narrows in silence. A call
/// that is ambiguous in C++, or that no overload takes, does not compile.
template <class... Stubs>
struct Overloads : Stubs... {
  template <class... Arguments>
  requires requires { typename detail::Chosen<detail::Candidates<Stubs...>, Arguments...>; }
  void operator()(const LaunchConfig& config, Arguments&&... arguments) const {
    using Stub = detail::Chosen<detail::Candidates<Stubs...>, Arguments...>;
    static_cast<const Stub&> (*this)(config, arguments...);
  }
};

}  // namespace gpu

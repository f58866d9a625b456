// Compares what a generated header says with the kernels themselves, in nvcc's own compile of both.
#pragma once

#include <gpu/kernel.hpp>
#include <gpu/symbol.hpp>
#include <type_traits>

namespace witness {

/// The kernel's parameter that a stub's parameter stands for.
template <class T>
struct Given {
  using type = T;
};
template <class T>
struct Given<const T&> {
  using type = T;
};
template <class T>
struct Given<gpu::Arg<T>> {
  using type = T;
};
template <class T>
struct Given<gpu::DevicePtr<T>> {
  using type = T*;
};

template <class Call>
struct KernelOf;
template <class Stub, class... Parameters>
struct KernelOf<void (Stub::*)(const gpu::LaunchConfig&, Parameters...) const> {
  using type = void (*)(typename Given<Parameters>::type...);
};

/// The type of the stub's call; a template where the kernel takes classes, which are the template's defaults.
template <class Stub>
struct CallOf {
  using type = decltype(&Stub::template operator()<>);
};
template <class Stub>
requires requires { &Stub::operator(); }
struct CallOf<Stub> {
  using type = decltype(&Stub::operator());
};

/// Takes the kernel's address only if the kernel has exactly the stub's parameters.
template <class Stub>
constexpr bool same(typename KernelOf<typename CallOf<Stub>::type>::type) {
  return true;
}

/// `Variable` is a reference to it.
template <class Variable, class Object>
inline constexpr bool same_variable =
    std::is_same_v<typename std::remove_const_t<Object>::type, std::remove_reference_t<Variable>>;

}  // namespace witness

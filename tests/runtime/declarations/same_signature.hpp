/// Compares signatures up to the types that the runtime declares under names of its own.
#pragma once

#include <type_traits>

#include <cuda.h>

#include <gpu/driver/api.hpp>

/// The runtime's counterpart of a type of cuda.h; the type itself where both have the same.
template <class T>
struct Counterpart {
  using type = T;
};
template <class T>
struct Counterpart<T*> {
  using type = typename Counterpart<T>::type*;
};
template <class T>
struct Counterpart<const T> {
  using type = const typename Counterpart<T>::type;
};
template <>
struct Counterpart<CUresult> {
  using type = gpu::Status;
};
template <>
struct Counterpart<CUdevice_attribute> {
  using type = gpu::DeviceAttribute;
};
template <>
struct Counterpart<CUfunction_attribute> {
  using type = gpu::driver::FunctionAttribute;
};
template <>
struct Counterpart<CUjit_option> {
  using type = gpu::driver::JitOption;
};
template <>
struct Counterpart<CUjitInputType> {
  using type = gpu::driver::JitInput;
};
template <>
struct Counterpart<CUlibraryOption> {
  using type = gpu::driver::LibraryOption;
};
template <>
struct Counterpart<CUdriverProcAddressQueryResult> {
  using type = gpu::driver::ProcAddressResult;
};
template <>
struct Counterpart<CUlaunchConfig> {
  using type = gpu::driver::LaunchConfig;
};
template <>
struct Counterpart<CUstreamCaptureMode> {
  using type = gpu::driver::CaptureMode;
};
template <>
struct Counterpart<CUstreamCaptureStatus> {
  using type = gpu::driver::CaptureStatus;
};

template <class Theirs, class Ours>
inline constexpr bool same_signature = false;
template <class TheirResult, class... Theirs, class OurResult, class... Ours>
inline constexpr bool same_signature<TheirResult (*)(Theirs...), OurResult (*)(Ours...)> =
    std::is_same_v<typename Counterpart<TheirResult>::type, OurResult>&&
        std::is_same_v<void(typename Counterpart<Theirs>::type...), void(Ours...)>;

/// Addresses in device memory, kept apart from the host's.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <gpu/driver/types.hpp>

namespace gpu {

namespace detail {

/// Types that own or view host memory: std::vector, std::span, std::array, std::string and their like.
template <class T>
concept HostRange = requires(T& range) {
  range.data();
  range.size();
};

/// A pointer to From may become one to To: the same element type, const added, or any type to void.
/// Derived to base is left out: an array of derived objects is no array of bases.
template <class From, class To>
concept PointsLike = std::is_convertible_v<From*, To*> &&
    (std::is_void_v<To> || std::same_as<std::remove_cv_t<From>, std::remove_cv_t<To>>);

}  // namespace detail

/// A typed address in device memory, as a kernel's pointer parameter takes it. It owns nothing.
///
/// It comes from a DeviceBuffer, from `nullptr`, or from `gpu::device_ptr(p)`; a raw pointer is refused,
/// because nothing in its type says whose memory it points to. Standard layout, and the address alone.
template <class T>
class DevicePtr {
 public:
  using element_type = T;

  constexpr DevicePtr() noexcept = default;

  template <std::same_as<std::nullptr_t> Null>
  constexpr DevicePtr(Null) noexcept {}

  template <class U>
  requires detail::PointsLike<U, T>
  constexpr DevicePtr(DevicePtr<U> other) noexcept : address_(other.get()) {}

  // The compilers show the line of a deleted function: it says what to do.
  // clang-format off
  template <class U>
  DevicePtr(U* pointer) = delete;  // host or device memory? gpu::device_ptr(p) says that p is a device pointer

  template <detail::HostRange R>
  DevicePtr(R&&) = delete;  // host data: gpu::DeviceBuffer<T>::from(r); device data: gpu::device_ptr(r.data())
  // clang-format on

  /// The address as a pointer, for other libraries; the host must not follow it.
  constexpr T* get() const noexcept { return address_; }

  /// The address as the driver API takes it.
  CUdeviceptr address() const noexcept { return reinterpret_cast<CUdeviceptr>(address_); }

  constexpr explicit operator bool() const noexcept { return address_ != nullptr; }

  /// The address `count` elements further on.
  friend constexpr DevicePtr operator+(DevicePtr pointer, std::ptrdiff_t count) noexcept
      requires(!std::is_void_v<T>) {
    pointer.address_ += count;
    return pointer;
  }

  friend constexpr DevicePtr operator-(DevicePtr pointer, std::ptrdiff_t count) noexcept
      requires(!std::is_void_v<T>) {
    pointer.address_ -= count;
    return pointer;
  }

  friend constexpr bool operator==(DevicePtr, DevicePtr) noexcept = default;

 private:
  template <class U>
  friend constexpr DevicePtr<U> device_ptr(U* pointer) noexcept;

  T* address_ = nullptr;
};

/// Says that `pointer` points to device memory: from cudaMalloc, another library, or an address on the GPU.
template <class T>
constexpr DevicePtr<T> device_ptr(T* pointer) noexcept {
  DevicePtr<T> result;
  result.address_ = pointer;
  return result;
}

/// Says what the memory at a CUdeviceptr holds: `gpu::device_ptr<float>(address)`.
template <class T>
DevicePtr<T> device_ptr(CUdeviceptr address) noexcept {
  return device_ptr(reinterpret_cast<T*>(address));
}

}  // namespace gpu

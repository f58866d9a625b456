/// Device memory that owns itself.
#pragma once

#include <span>
#include <type_traits>
#include <utility>

#include <gpu/detail/context_share.hpp>
#include <gpu/device_ptr.hpp>
#include <gpu/dim3.hpp>
#include <gpu/passes_as_bytes.hpp>

namespace gpu {

namespace detail {

/// A number of elements from any integer. Throws Error when it is negative or its bytes do not fit size_t.
template <class T, Integer Count>
std::size_t checked_count(Count count, const char* call) {
  constexpr std::size_t most = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T);
  if (std::cmp_less(count, 0) || std::cmp_greater(count, most)) {
    fail(Status::invalid_value, call,
         Text() << count << " elements of " << Bytes{sizeof(T)} << " are no possible size of a buffer");
  }
  return static_cast<std::size_t>(count);
}

inline CUdeviceptr allocate(std::size_t bytes) {
  if (bytes == 0) return 0;
  const driver::Api& api = driver::api();
  CUdeviceptr address = 0;
  const Status status = api.mem_alloc(&address, bytes);
  if (status == Status::out_of_memory) {
    Text found;
    found << Bytes{bytes} << " asked for";
    std::size_t free = 0;
    std::size_t total = 0;
    if (api.mem_get_info(&free, &total) == Status::success) {
      found << "; the device has " << Bytes{free} << " free of " << Bytes{total};
    }
    fail_call(status, "cuMemAlloc", found);
  }
  check(status, "cuMemAlloc");
  return address;
}

/// Returns when the work that was put into this thread's default stream has ended: copies from and to
/// pageable memory and memsets may otherwise still be under way when their call returns.
inline void finish() {
  check(driver::api().stream_synchronize(driver::stream_per_thread()), "cuStreamSynchronize");
}

}  // namespace detail

/// `size()` elements of T in the memory of the device whose context is current when it is made. Move-only;
/// freed with the object, on whatever thread. Elements are copied as bytes, so T is trivially copyable.
///
/// The synchronous members wait for all earlier work of the context, whatever its stream, and have completed
/// when they return. The `_async` ones are ordered in their stream alone; the host memory must live until the
/// stream is there. Every member throws Error when the driver fails.
template <class T>
class DeviceBuffer {
  static_assert(
      std::is_object_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
      "gpu::DeviceBuffer<T>: T is an object type without const; a kernel may still take it as const T*");
  static_assert(
      passes_as_bytes<T>,
      "gpu::DeviceBuffer<T>: T must be trivially copyable, because its bytes are copied to the device");

 public:
  using value_type = T;

  /// An empty buffer, without memory.
  DeviceBuffer() noexcept = default;

  /// A copy of host elements: a std::vector<T>, std::array<T, N>, std::span<T> or an array.
  [[nodiscard]] static DeviceBuffer from(std::span<const T> elements) {
    DeviceBuffer buffer(elements.size());
    if (!elements.empty()) {
      const driver::Api& api = driver::api();
      detail::check(api.memcpy_htod_async(buffer.address_, elements.data(), buffer.size_bytes(),
                                          driver::stream_per_thread()),
                    "cuMemcpyHtoDAsync");
      detail::finish();
    }
    return buffer;
  }

  /// `count` elements whose bytes are all zero. count: any integer type, at least 0.
  template <detail::Integer Count>
  [[nodiscard]] static DeviceBuffer zeroed(Count count) {
    DeviceBuffer buffer(detail::checked_count<T>(count, "gpu::DeviceBuffer::zeroed"));
    buffer.zero_async(driver::stream_per_thread());
    if (!buffer.empty()) detail::finish();
    return buffer;
  }

  /// `count` elements that hold anything until something is written. count: any integer type, at least 0.
  template <detail::Integer Count>
  [[nodiscard]] static DeviceBuffer uninitialised(Count count) {
    return DeviceBuffer(detail::checked_count<T>(count, "gpu::DeviceBuffer::uninitialised"));
  }

  /// Takes over memory from cuMemAlloc or cudaMalloc, of the current context: it is freed with the result.
  [[nodiscard]] static DeviceBuffer adopt(DevicePtr<T> pointer, std::size_t count) {
    DeviceBuffer buffer;
    buffer.share_ = detail::ContextShare::of_current("gpu::DeviceBuffer::adopt");
    buffer.address_ = pointer.address();
    buffer.size_ = count;
    return buffer;
  }

  DeviceBuffer(DeviceBuffer&& other) noexcept
      : share_(std::move(other.share_)),
        address_(std::exchange(other.address_, 0)),
        size_(std::exchange(other.size_, 0)) {}

  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    if (this != &other) {
      close();
      share_ = std::move(other.share_);
      address_ = std::exchange(other.address_, 0);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }

  ~DeviceBuffer() { close(); }

  /// Copies all elements into host memory of the same count: `out.copy_to(vector)`.
  void copy_to(std::span<T> elements) const {
    require_count(elements.size(), "gpu::DeviceBuffer::copy_to");
    if (empty()) return;
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().ctx_synchronize(), "cuCtxSynchronize");
    copy_to_async(elements, driver::stream_per_thread());
    detail::finish();
  }

  /// Overwrites all elements from host memory of the same count.
  void copy_from(std::span<const T> elements) {
    require_count(elements.size(), "gpu::DeviceBuffer::copy_from");
    if (empty()) return;
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().ctx_synchronize(), "cuCtxSynchronize");
    copy_from_async(elements, driver::stream_per_thread());
    detail::finish();
  }

  /// Overwrites all elements from another buffer of the same count.
  void copy_from(const DeviceBuffer& other) {
    require_count(other.size(), "gpu::DeviceBuffer::copy_from");
    if (empty()) return;
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().ctx_synchronize(), "cuCtxSynchronize");
    copy_from_async(other, driver::stream_per_thread());
    detail::finish();
  }

  /// Queues a copy of all elements into host memory, which must live until the stream is there.
  void copy_to_async(std::span<T> elements, CUstream stream) const {
    require_count(elements.size(), "gpu::DeviceBuffer::copy_to_async");
    if (empty()) return;
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().memcpy_dtoh_async(elements.data(), address_, size_bytes(), stream),
                  "cuMemcpyDtoHAsync");
  }

  /// Queues a copy from host memory, which must live and keep its values until the stream is there.
  void copy_from_async(std::span<const T> elements, CUstream stream) {
    require_count(elements.size(), "gpu::DeviceBuffer::copy_from_async");
    if (empty()) return;
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().memcpy_htod_async(address_, elements.data(), size_bytes(), stream),
                  "cuMemcpyHtoDAsync");
  }

  /// Queues a copy from another buffer.
  void copy_from_async(const DeviceBuffer& other, CUstream stream) {
    require_count(other.size(), "gpu::DeviceBuffer::copy_from_async");
    if (empty()) return;
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().memcpy_dtod_async(address_, other.address_, size_bytes(), stream),
                  "cuMemcpyDtoDAsync");
  }

  /// Queues the setting of every byte to zero.
  void zero_async(CUstream stream) {
    if (empty()) return;
    const detail::CurrentScope scope(share_.handle());
    detail::check(driver::api().memset_d8_async(address_, 0, size_bytes(), stream), "cuMemsetD8Async");
  }

  std::size_t size() const noexcept { return size_; }
  std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  bool empty() const noexcept { return size_ == 0; }

  /// The first element's address on the device; null when the buffer is empty.
  DevicePtr<T> device_ptr() noexcept { return gpu::device_ptr<T>(address_); }
  DevicePtr<const T> device_ptr() const noexcept { return gpu::device_ptr<const T>(address_); }

  /// Gives the memory away: the caller frees it with cuMemFree or cudaFree.
  DevicePtr<T> release() noexcept {
    const DevicePtr<T> pointer = device_ptr();
    address_ = 0;
    size_ = 0;
    share_ = {};
    return pointer;
  }

  /// As a kernel's pointer argument: `T*`, `const T*`, `void*`; from a const buffer only `const T*` and
  /// `const void*`.
  template <class U>
  requires detail::PointsLike<T, U>
  operator DevicePtr<U>() & noexcept { return device_ptr(); }
  template <class U>
  requires detail::PointsLike<const T, U>
  operator DevicePtr<U>() const& noexcept { return device_ptr(); }
  // clang-format off
  template <class U>
    requires(detail::PointsLike<T, U> && !detail::PointsLike<const T, U>)
  operator DevicePtr<U>() const& = delete;  // a const buffer: the kernel writes through this parameter; drop the const
  template <class U>
    requires detail::PointsLike<T, U>
  operator DevicePtr<U>() const&& = delete;  // a temporary buffer: its memory would be freed while the kernel runs
  // clang-format on

 private:
  explicit DeviceBuffer(std::size_t count)
      : share_(detail::ContextShare::of_current("gpu::DeviceBuffer")),
        address_(detail::allocate(count * sizeof(T))),
        size_(count) {}

  void require_count(std::size_t count, const char* call) const {
    if (count == size_) return;
    detail::fail(Status::invalid_value, call,
                 detail::Text("the buffer has ") << size_ << " elements, the other side " << count);
  }

  void close() noexcept {
    if (address_ != 0 && share_.alive()) {
      const detail::ClosingScope scope(share_.handle());
      if (scope.entered()) driver::api().mem_free(address_);
    }
    address_ = 0;
    size_ = 0;
  }

  detail::ContextShare share_;
  CUdeviceptr address_ = 0;
  std::size_t size_ = 0;
};

}  // namespace gpu

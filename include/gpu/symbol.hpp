/// Variables of a kernel library: `__constant__`, `__device__` and `__managed__`.
#pragma once

#include <span>
#include <type_traits>

#include <gpu/device_ptr.hpp>
#include <gpu/driver/types.hpp>
#include <gpu/passes_as_bytes.hpp>

namespace gpu {

class Library;
class SymbolEntry;

namespace detail {

/// What a symbol needs of the driver. The generated .cpp provides it, so that user code does not compile it.
struct SymbolOperations {
  CUdeviceptr (*address)(const SymbolEntry& entry, std::size_t bytes);
  void (*write)(const SymbolEntry& entry, const void* from, std::size_t count, std::size_t bytes,
                std::size_t size);
  void (*read)(const SymbolEntry& entry, void* to, std::size_t count, std::size_t bytes, std::size_t size);
  void (*write_async)(const SymbolEntry& entry, const void* from, std::size_t count, std::size_t bytes,
                      std::size_t size, CUstream stream);
  void (*read_async)(const SymbolEntry& entry, void* to, std::size_t count, std::size_t bytes,
                     std::size_t size, CUstream stream);
};

}  // namespace detail

/// One variable of an image: its library and its names. Only generated code makes them.
class SymbolEntry {
 public:
  /// image: index into the library's images; name: in the image; shown: in messages. Defined in
  /// <gpu/library.hpp>.
  constexpr SymbolEntry(const Library& library, unsigned image, const char* name, const char* shown) noexcept;
  SymbolEntry(const SymbolEntry&) = delete;
  SymbolEntry& operator=(const SymbolEntry&) = delete;

  const Library& library() const noexcept { return *library_; }
  unsigned image() const noexcept { return image_; }
  const char* name() const noexcept { return name_; }
  const char* shown() const noexcept { return shown_; }
  const detail::SymbolOperations& operations() const noexcept { return *operations_; }

 private:
  const detail::SymbolOperations* operations_;
  const Library* library_;
  const char* name_;
  const char* shown_;
  unsigned image_;
};

/// A variable of type T in device code, as the host sees it. T is the device's type: `float`, `Params`,
/// `float[64]`, `float[4][8]` (arrays are read and written as one row of elements), with const where the
/// device may not write it and neither may the host.
///
/// Each device has its own copy of the variable; members work on that of the current context. The synchronous
/// ones wait for all earlier work of the context and have completed when they return. Every member loads the
/// image if need be, and throws Error when that fails or when counts differ.
template <class T, SymbolEntry& entry>
class Symbol {
 public:
  using element_type = std::remove_all_extents_t<T>;
  using value_type = std::remove_cv_t<element_type>;

  static_assert(passes_as_bytes<value_type>, "gpu::Symbol: the driver copies the bytes of a variable");

  /// Elements of an array; 1 of anything else.
  static constexpr std::size_t size() noexcept { return sizeof(T) / sizeof(element_type); }
  static constexpr std::size_t size_bytes() noexcept { return sizeof(T); }

  /// The variable's name as C++ spells it, with its namespaces.
  const char* name() const noexcept { return entry.shown(); }

  /// The first element's address on the current context's device, to be passed to kernels.
  DevicePtr<element_type> device_ptr() const {
    return gpu::device_ptr<element_type>(entry.operations().address(entry, sizeof(T)));
  }

  /// Writes every element: `coefficients.copy_from(vector)`.
  void copy_from(std::span<const value_type> values) const requires(!std::is_const_v<element_type>) {
    entry.operations().write(entry, values.data(), values.size(), values.size_bytes(), sizeof(T));
  }

  /// Writes a variable that is no array: `factor.copy_from(2.0F)`.
  void copy_from(const value_type& value) const
      requires(!std::is_const_v<element_type> && !std::is_array_v<T>) {
    entry.operations().write(entry, &value, 1, sizeof value, sizeof(T));
  }

  /// Reads every element.
  void copy_to(std::span<value_type> values) const {
    entry.operations().read(entry, values.data(), values.size(), values.size_bytes(), sizeof(T));
  }

  /// Reads a variable that is no array.
  value_type value() const requires(!std::is_array_v<T>) {
    value_type result;
    entry.operations().read(entry, &result, 1, sizeof result, sizeof(T));
    return result;
  }

  /// Queues the writing of every element; the host memory must live and keep its values until the stream is
  /// there.
  void copy_from_async(std::span<const value_type> values, CUstream stream) const
      requires(!std::is_const_v<element_type>) {
    entry.operations().write_async(entry, values.data(), values.size(), values.size_bytes(), sizeof(T),
                                   stream);
  }

  /// Queues the reading of every element; the host memory must live until the stream is there.
  void copy_to_async(std::span<value_type> values, CUstream stream) const {
    entry.operations().read_async(entry, values.data(), values.size(), values.size_bytes(), sizeof(T),
                                  stream);
  }
};

}  // namespace gpu

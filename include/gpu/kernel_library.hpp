/// Kernel libraries: embedded images and the kernels in them.
#pragma once

#include <cstddef>

#include <gpu/entry.hpp>
#include <gpu/kernel.hpp>

namespace gpu {

class Library;
class SymbolEntry;

namespace detail {
struct LibraryState;
struct LoadedImage;
}  // namespace detail

/// One compiled image: PTX text that ends with a NUL, a cubin or a fatbin.
struct Image {
  const char* source;  ///< the file it was compiled from, for messages
  const char* data;
  std::size_t size;  ///< bytes, without the NUL behind PTX

  // Of a SEPARABLE library: `data` is the machine code that was linked when the library was built, or empty.
  const Image* parts =
      nullptr;  ///< one a source: what the driver links where `data` has no code for a device
  std::size_t part_count = 0;
  const char* machine_code = "";  ///< what `data` was compiled for: "80 90a"
  detail::LoadedImage* (*load)(const Library& library, const Image& image) = nullptr;
};

/// The images, kernels and variables of one gpu_add_kernel_library. Each image is loaded when its first
/// kernel is used, once a process, for all devices and contexts; a failed load is tried again at the next
/// use. Only generated code makes them.
class Library {
 public:
  template <std::size_t ImageCount, std::size_t EntryCount>
  constexpr Library(const char* name, const Image (&images)[ImageCount],
                    Entry* const (&entries)[EntryCount]) noexcept
      : name_(name), images_(images), entries_(entries), image_count_(ImageCount), entry_count_(EntryCount) {}

  template <std::size_t ImageCount, std::size_t EntryCount, std::size_t SymbolCount>
  constexpr Library(const char* name, const Image (&images)[ImageCount], Entry* const (&entries)[EntryCount],
                    const SymbolEntry* const (&symbols)[SymbolCount]) noexcept
      : Library(name, images, entries) {
    symbols_ = symbols;
    symbol_count_ = SymbolCount;
  }

  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  const char* name() const noexcept { return name_; }
  std::size_t image_count() const noexcept { return image_count_; }
  const Image& image(std::size_t index) const noexcept { return images_[index]; }
  std::size_t kernel_count() const noexcept { return entry_count_; }
  Entry& kernel(std::size_t index) const noexcept { return *entries_[index]; }
  std::size_t symbol_count() const noexcept { return symbol_count_; }
  const SymbolEntry& symbol(std::size_t index) const noexcept { return *symbols_[index]; }

  /// Loads every kernel for the current context's device now, so that no launch waits for it later: not while
  /// another kernel spins, not while a stream is captured, not in a measured loop. Throws Error.
  void load() const;

 private:
  friend struct detail::LibraryState;

  const char* name_;
  const Image* images_;
  Entry* const* entries_;
  std::size_t image_count_;
  std::size_t entry_count_;
  const SymbolEntry* const* symbols_ = nullptr;
  std::size_t symbol_count_ = 0;
  mutable detail::LibraryState* state_ = nullptr;
};

}  // namespace gpu

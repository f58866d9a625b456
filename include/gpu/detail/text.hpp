/// Builds messages. Not std::string: messages are most of the runtime's code and all of it is cold, and what
/// is put together by calls compiles in a fraction of the time that inlined concatenation takes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <gpu/dim3.hpp>

namespace gpu::detail {

/// A driver's version number, 12040, shown as people write it, 12.4.
struct Version {
  int number;
};

/// 1536 as "1536 bytes"; larger amounts with their size in KiB, MiB, GiB or TiB behind.
struct Bytes {
  std::uint64_t count;
};

/// A text that grows. Out of memory it stops growing: it is written while an error is reported.
class Text {
 public:
  Text() noexcept = default;
  Text(const char* text) noexcept { *this << text; }
  Text(Text&& other) noexcept : characters_(other.characters_), size_(other.size_) {
    other.characters_ = nullptr;
    other.size_ = 0;
  }
  Text(const Text& other) noexcept { *this << other.c_str(); }
  Text& operator=(const Text&) = delete;
  ~Text() { std::free(characters_); }

  const char* c_str() const noexcept { return characters_ == nullptr ? "" : characters_; }
  bool empty() const noexcept { return size_ == 0; }

  [[gnu::noinline, gnu::cold]] Text& append(const char* text, std::size_t size) noexcept {
    char* const grown = static_cast<char*>(std::realloc(characters_, size_ + size + 1));
    if (grown == nullptr) return *this;
    std::memcpy(grown + size_, text, size);
    characters_ = grown;
    size_ += size;
    characters_[size_] = '\0';
    return *this;
  }

  [[gnu::noinline, gnu::cold]] Text& operator<<(const char* text) noexcept {
    return append(text, std::strlen(text));
  }

  Text& operator<<(const Text& text) noexcept { return append(text.c_str(), text.size_); }

  template <Integer T>
  Text& operator<<(T number) noexcept {
    if constexpr (std::is_signed_v<T>) {
      return append_signed(number);
    } else {
      return append_unsigned(number);
    }
  }

  [[gnu::noinline, gnu::cold]] Text& operator<<(const Dim3& size) noexcept {
    return *this << size.x << " x " << size.y << " x " << size.z;
  }

  [[gnu::noinline, gnu::cold]] Text& operator<<(const void* address) noexcept {
    char digits[24];
    std::snprintf(digits, sizeof digits, "%p", address);
    return *this << digits;
  }

  Text& operator<<(Version version) noexcept {
    return *this << version.number / 1000 << "." << version.number % 1000 / 10;
  }

  [[gnu::noinline, gnu::cold]] Text& operator<<(Bytes bytes) noexcept {
    const char* const units[] = {"KiB", "MiB", "GiB", "TiB"};
    int unit = -1;
    std::uint64_t amount = bytes.count;
    for (; amount >= 10240 && unit < 3; ++unit) amount /= 1024;
    *this << bytes.count << (bytes.count == 1 ? " byte" : " bytes");
    return unit < 0 ? *this : *this << " (" << amount << " " << units[unit] << ")";
  }

 private:
  [[gnu::noinline, gnu::cold]] Text& append_signed(long long number) noexcept {
    char digits[24];
    std::snprintf(digits, sizeof digits, "%lld", number);
    return *this << digits;
  }
  [[gnu::noinline, gnu::cold]] Text& append_unsigned(unsigned long long number) noexcept {
    char digits[24];
    std::snprintf(digits, sizeof digits, "%llu", number);
    return *this << digits;
  }

  char* characters_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gpu::detail

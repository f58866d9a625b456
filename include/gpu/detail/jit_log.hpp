/// The buffer that the driver's compiler writes its messages to.
#pragma once

#include <sys/mman.h>

#include <cstddef>

namespace gpu::detail {

/// Room for what the driver's compiler says, at first "". Pages of its own: most images never need them, and
/// to take so much from the heap can cost a first launch 10 µs.
class JitLog {
 public:
  static constexpr std::size_t bytes = 16384;

  JitLog() noexcept
      : text_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  JitLog(const JitLog&) = delete;
  JitLog& operator=(const JitLog&) = delete;
  ~JitLog() {
    if (text_ != MAP_FAILED) munmap(text_, bytes);
  }

  /// "" also where there was no memory for it.
  const char* text() const noexcept { return text_ != MAP_FAILED ? static_cast<const char*>(text_) : ""; }

  /// For the values of JitOption::error_log_buffer and error_log_buffer_size_bytes.
  void* buffer() const noexcept { return text_ != MAP_FAILED ? text_ : nullptr; }
  void* size() const noexcept {
    return reinterpret_cast<void*>(text_ != MAP_FAILED ? bytes - 1 : std::size_t{0});
  }

 private:
  void* text_;
};

}  // namespace gpu::detail

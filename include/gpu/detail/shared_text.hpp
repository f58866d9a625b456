/// Immutable text that is copied without allocating: what an exception needs.
#pragma once

#include <cstdlib>
#include <cstring>

namespace gpu::detail {

/// Reference-counted text. Out of memory it is empty rather than throwing: it is made while an error is
/// reported.
class SharedText {
 public:
  SharedText() noexcept = default;
  explicit SharedText(const char* text) noexcept {
    const std::size_t size = std::strlen(text) + 1;
    block_ = static_cast<Block*>(std::malloc(sizeof(Block) + size));
    if (block_ == nullptr) return;
    block_->owners = 1;
    std::memcpy(characters(), text, size);
  }
  SharedText(const SharedText& other) noexcept : block_(other.block_) {
    if (block_ != nullptr) __atomic_fetch_add(&block_->owners, 1, __ATOMIC_RELAXED);
  }
  SharedText& operator=(const SharedText& other) noexcept {
    SharedText copy(other);
    Block* const mine = block_;
    block_ = copy.block_;
    copy.block_ = mine;
    return *this;
  }
  ~SharedText() {
    if (block_ != nullptr && __atomic_fetch_sub(&block_->owners, 1, __ATOMIC_ACQ_REL) == 1) std::free(block_);
  }

  const char* c_str() const noexcept { return block_ == nullptr ? "" : characters(); }

 private:
  struct Block {
    unsigned owners;
  };
  char* characters() const noexcept { return reinterpret_cast<char*>(block_ + 1); }

  Block* block_ = nullptr;
};

}  // namespace gpu::detail

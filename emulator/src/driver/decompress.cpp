#include "driver/decompress.hpp"

#include <dlfcn.h>

#include <cstdio>

#include "driver/failure.hpp"

namespace gpu_emulator::driver {
namespace {

/// Reads an LZ4 block from front to back; every step checks that it stays inside.
class Lz4Reader {
 public:
  explicit Lz4Reader(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }

  unsigned byte() {
    require(!rest_.empty(), CUDA_ERROR_INVALID_IMAGE);
    const auto value = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }

  /// A length starts in four bits of a token; 15 means that bytes follow, up to one that is not 255.
  std::size_t length(unsigned nibble) {
    std::size_t total = nibble;
    if (nibble != 15) return total;
    unsigned more;
    do {
      more = byte();
      total += more;
    } while (more == 255);
    return total;
  }

  std::string_view take(std::size_t count) {
    require(count <= rest_.size(), CUDA_ERROR_INVALID_IMAGE);
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string decompress_lz4(std::string_view compressed, std::size_t full_size) {
  Lz4Reader reader(compressed);
  std::string text;
  text.reserve(full_size);
  while (!reader.empty()) {
    const unsigned token = reader.byte();
    text += reader.take(reader.length(token >> 4));
    if (reader.empty()) break;  // the last sequence is literals alone
    const std::size_t low = reader.byte();
    const std::size_t distance = low | std::size_t{reader.byte()} << 8;
    const std::size_t length = reader.length(token & 15) + 4;
    require(distance != 0 && distance <= text.size() && length <= full_size - text.size(),
            CUDA_ERROR_INVALID_IMAGE);
    // A match may overlap what it is writing, so byte by byte.
    for (std::size_t i = 0; i < length; ++i) text.push_back(text[text.size() - distance]);
    require(text.size() <= full_size, CUDA_ERROR_INVALID_IMAGE);
  }
  require(text.size() == full_size, CUDA_ERROR_INVALID_IMAGE);
  return text;
}

std::string decompress_zstd(std::string_view compressed, std::size_t full_size) {
  using Decompress = std::size_t (*)(void*, std::size_t, const void*, std::size_t);
  static void* const library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  static const auto decompress =
      library != nullptr ? reinterpret_cast<Decompress>(dlsym(library, "ZSTD_decompress")) : nullptr;
  if (decompress == nullptr) {
    std::fputs(
        "gpu_emulator: error: the fatbin's PTX is compressed by Zstandard, and libzstd.so.1 was not found; "
        "install it, "
        "or build the fatbin with fatbinary --compress=false (nvcc -Xfatbin --compress=false)\n",
        stderr);
    fail(CUDA_ERROR_NOT_SUPPORTED);
  }
  std::string text(full_size, '\0');
  const std::size_t written = decompress(text.data(), text.size(), compressed.data(), compressed.size());
  require(written == full_size, CUDA_ERROR_INVALID_IMAGE);  // errors are sizes near the largest
  return text;
}

}  // namespace gpu_emulator::driver

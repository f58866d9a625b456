/// Images from files: GPU_KERNELS_IMAGE_DIR.
#pragma once

#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <gpu/detail/check.hpp>
#include <gpu/kernel_library.hpp>

namespace gpu::detail {

/// PTX text, unlike a cubin or a fatbin.
[[gnu::cold]] inline bool is_ptx(const Image& image) noexcept {
  return image.size > 0 && std::strchr("/. \t\r\n", image.data[0]) != nullptr;
}

/// The PTX text that says what an image's kernels take: the image itself, or what the generator writes behind
/// a fatbin (where the driver, which goes by the fatbin's header, does not read); null where there is none.
[[gnu::cold]] inline const char* signatures_of(const Image& image) noexcept {
  if (is_ptx(image)) return image.data;
  struct {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t header_bytes;
    std::uint64_t bytes;
  } fatbin;
  if (image.size < sizeof fatbin) return nullptr;
  std::memcpy(&fatbin, image.data, sizeof fatbin);
  const std::size_t rest = image.size - sizeof fatbin;
  if (fatbin.magic != 0xba55ed50 || fatbin.header_bytes != sizeof fatbin || fatbin.bytes >= rest)
    return nullptr;
  return image.data + sizeof fatbin + fatbin.bytes;
}

[[gnu::cold]] inline bool same_bytes(const Image& left, const Image& right) noexcept {
  return left.size == right.size && std::memcmp(left.data, right.data, left.size) == 0;
}

/// The file that holds an image instead of the embedded one: <GPU_KERNELS_IMAGE_DIR>/<library>/<index>.ptx
/// (or .fatbin, as the embedded one is). "" when the variable is not set or has no folder for this library.
[[gnu::cold]] inline Text image_file(const Library& library, std::size_t index) {
  const char* const root = std::getenv("GPU_KERNELS_IMAGE_DIR");
  if (root == nullptr || *root == '\0') return {};
  Text path;
  path << root << "/" << library.name();
  struct stat found {};
  if (stat(path.c_str(), &found) != 0 || !S_ISDIR(found.st_mode)) return {};
  return std::move(path << "/" << index << (is_ptx(library.image(index)) ? ".ptx" : ".fatbin"));
}

/// A file's bytes with a NUL behind them, from malloc. Throws Error when it cannot be read.
[[gnu::cold]] inline Image read_image(const char* path) {
  std::FILE* const file = std::fopen(path, "rb");
  char* data = nullptr;
  std::size_t size = 0;
  bool complete = false;
  if (file != nullptr) {
    for (std::size_t room = 1 << 16; !complete; room *= 2) {
      char* const grown = static_cast<char*>(std::realloc(data, room + 1));
      if (grown == nullptr) break;
      data = grown;
      size += std::fread(data + size, 1, room - size, file);
      if (std::ferror(file) != 0) break;
      complete = size < room;
    }
  }
  const int reason = errno;
  if (file != nullptr) std::fclose(file);
  if (!complete) {
    std::free(data);
    fail(Status::file_not_found, "GPU_KERNELS_IMAGE_DIR",
         Text("cannot read the image ") << path << ": " << std::strerror(reason));
  }
  data[size] = '\0';
  return {path, data, size};
}

}  // namespace gpu::detail

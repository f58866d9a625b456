// The fatbin format, as far as PTX needs it: a header, then entries of a header and a payload each. Found by
// looking at what nvcc and fatbinary of CUDA 12 and 13 write.
#include "driver/fatbin.hpp"

#include <cstdint>
#include <cstring>

#include "driver/decompress.hpp"
#include "driver/failure.hpp"

namespace gpu_emulator::driver {
namespace {

struct FatbinHeader {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_size;
  std::uint64_t payload_size;
};
static_assert(sizeof(FatbinHeader) == 16);

struct EntryHeader {
  std::uint16_t kind;
  std::uint16_t version;
  std::uint32_t header_size;
  std::uint64_t payload_size;     ///< padded
  std::uint32_t compressed_size;  ///< of a compressed payload
  std::uint32_t options_offset;
  std::uint16_t minor;
  std::uint16_t major;
  std::uint32_t architecture;  ///< 90 for compute_90
  std::uint32_t name_offset;
  std::uint32_t name_size;
  std::uint64_t flags;
  std::uint64_t reserved;
  std::uint64_t full_size;  ///< of a compressed payload, once decompressed
};
static_assert(sizeof(EntryHeader) == 64);

constexpr std::uint32_t fatbin_magic = 0xba55ed50;
constexpr std::uint16_t kind_ptx = 1;
constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;
constexpr std::uint32_t newest_architecture = 90;
constexpr std::uint64_t largest_text = std::uint64_t{1} << 32;

template <typename T>
T read(std::string_view bytes, std::size_t offset) {
  require(offset <= bytes.size() && bytes.size() - offset >= sizeof(T), CUDA_ERROR_INVALID_IMAGE);
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string payload_of(const EntryHeader& entry, std::string_view payload) {
  if ((entry.flags & (flag_lz4 | flag_zstd)) == 0) return std::string(payload);
  require(entry.compressed_size <= payload.size() && entry.full_size <= largest_text,
          CUDA_ERROR_INVALID_IMAGE);
  const std::string_view compressed = payload.substr(0, entry.compressed_size);
  const auto full_size = static_cast<std::size_t>(entry.full_size);
  return (entry.flags & flag_zstd) != 0 ? decompress_zstd(compressed, full_size)
                                        : decompress_lz4(compressed, full_size);
}

}  // namespace

std::size_t fatbin_size(const void* data) {
  FatbinHeader header;
  std::memcpy(&header, data, sizeof header);
  if (header.magic != fatbin_magic || header.payload_size > largest_text) return 0;
  return header.header_size + static_cast<std::size_t>(header.payload_size);
}

std::string ptx_of_fatbin(std::string_view fatbin) {
  const auto header = read<FatbinHeader>(fatbin, 0);
  require(header.magic == fatbin_magic && header.header_size >= sizeof(FatbinHeader),
          CUDA_ERROR_INVALID_IMAGE);
  EntryHeader best{};
  std::string_view best_payload;
  for (std::size_t offset = header.header_size; offset < fatbin.size();) {
    const auto entry = read<EntryHeader>(fatbin, offset);
    require(entry.header_size >= sizeof(EntryHeader) && entry.header_size <= fatbin.size() - offset &&
                entry.payload_size <= fatbin.size() - offset - entry.header_size,
            CUDA_ERROR_INVALID_IMAGE);
    const auto payload_size = static_cast<std::size_t>(entry.payload_size);
    if (entry.kind == kind_ptx && entry.architecture <= newest_architecture &&
        (best_payload.data() == nullptr || entry.architecture > best.architecture)) {
      best = entry;
      best_payload = fatbin.substr(offset + entry.header_size, payload_size);
    }
    offset += entry.header_size + payload_size;
  }
  require(best_payload.data() != nullptr, CUDA_ERROR_NO_BINARY_FOR_GPU);
  return payload_of(best, best_payload);
}

}  // namespace gpu_emulator::driver

#include "png.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

/// PNG's CRC-32: ISO 3309, reflected, polynomial 0xedb88320.
std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
  }
  return ~crc;
}

/// The checksum at the end of a zlib stream (RFC 1950).
std::uint32_t adler32(std::span<const std::uint8_t> bytes) {
  std::uint32_t low = 1;
  std::uint32_t high = 0;
  for (const std::uint8_t byte : bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

void append_big_endian(Bytes& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

/// Length, type, data, CRC of type and data.
void append_chunk(Bytes& file, const std::string& type, const Bytes& data) {
  append_big_endian(file, static_cast<std::uint32_t>(data.size()));
  Bytes body(type.begin(), type.end());
  body.insert(body.end(), data.begin(), data.end());
  file.insert(file.end(), body.begin(), body.end());
  append_big_endian(file, crc32(body));
}

/// A zlib stream of stored blocks (RFC 1951, 3.2.4): at most 65,535 bytes each, the last one marked.
Bytes stored(const Bytes& data) {
  constexpr std::size_t largest_block = 65535;
  Bytes stream{0x78, 0x01};
  for (std::size_t at = 0; at < data.size(); at += largest_block) {
    const std::size_t size = std::min(largest_block, data.size() - at);
    stream.push_back(at + size == data.size() ? 1 : 0);
    for (const std::size_t field : {size, ~size}) {
      stream.push_back(static_cast<std::uint8_t>(field & 0xff));
      stream.push_back(static_cast<std::uint8_t>(field >> 8 & 0xff));
    }
    const auto first = data.begin() + static_cast<std::ptrdiff_t>(at);
    stream.insert(stream.end(), first, first + static_cast<std::ptrdiff_t>(size));
  }
  append_big_endian(stream, adler32(data));
  return stream;
}

}  // namespace

std::uint32_t write_png(const std::string& path, std::uint32_t width, std::uint32_t height,
                        std::span<const std::uint8_t> pixels, const std::array<Colour, 256>& palette) {
  Bytes header;
  append_big_endian(header, width);
  append_big_endian(header, height);
  header.insert(header.end(),
                {8, 3, 0, 0, 0});  // 8 bits a pixel, palette, the only methods there are, not interlaced

  Bytes colours;
  for (const Colour& colour : palette) {
    colours.insert(colours.end(), {colour.red, colour.green, colour.blue});
  }

  Bytes rows;
  for (std::size_t y = 0; y < height; ++y) {
    rows.push_back(0);  // each row starts with its filter: none
    const auto row = pixels.subspan(y * width, width);
    rows.insert(rows.end(), row.begin(), row.end());
  }

  Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  append_chunk(file, "IHDR", header);
  append_chunk(file, "PLTE", colours);
  append_chunk(file, "IDAT", stored(rows));
  append_chunk(file, "IEND", {});

  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
  if (!out.flush()) {
    throw std::runtime_error("cannot write " + path);
  }
  return crc32(file);
}

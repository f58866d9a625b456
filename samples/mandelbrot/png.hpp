#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

struct Colour {
  std::uint8_t red, green, blue;
};

/// Writes an image of palette colours as a PNG file (ISO/IEC 15948), uncompressed, so that no library is
/// needed. The same pixels give the same bytes everywhere.
///
/// @param path     the file; overwritten
/// @param width    pixels a row
/// @param height   rows
/// @param pixels   width × height indices of the palette, row by row from the top
/// @param palette  the colours
/// @return the CRC-32 of the whole file
/// @throws std::runtime_error when the file cannot be written
std::uint32_t write_png(const std::string& path, std::uint32_t width, std::uint32_t height,
                        std::span<const std::uint8_t> pixels, const std::array<Colour, 256>& palette);

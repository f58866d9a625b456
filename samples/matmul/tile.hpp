#pragma once

#include <cstdint>

/// Rows and columns of a tile, of a block of threads, and of the part of C that a block computes.
inline constexpr std::uint32_t tile_width = 16;

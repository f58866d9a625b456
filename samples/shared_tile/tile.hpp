#pragma once

#include <cstdint>

/// Elements of a tile, and threads of a block: the kernel's shared memory and the host's launch both stand on
/// it.
inline constexpr std::uint32_t tile_size = 256;

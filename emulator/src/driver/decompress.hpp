#pragma once

#include <string>
#include <string_view>

namespace gpu_emulator::driver {

// Each fails with INVALID_IMAGE where the bytes are damaged or do not give exactly `full_size` bytes.

/// An LZ4 block (the LZ4 project's lz4_Block_format).
std::string decompress_lz4(std::string_view compressed, std::size_t full_size);

/// A Zstandard frame (RFC 8878), by the system's libzstd.so.1. Where there is none: says so on stderr and
/// fails with NOT_SUPPORTED.
std::string decompress_zstd(std::string_view compressed, std::size_t full_size);

}  // namespace gpu_emulator::driver

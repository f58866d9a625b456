#pragma once

#include <string>
#include <string_view>

namespace gpu_emulator::driver {

/// How many bytes the fatbin at `data` takes, by its own header; 0 where there is none.
std::size_t fatbin_size(const void* data);

/// The PTX of a fatbin that suits compute capability 9.0 best: the one for the newest architecture up to it.
/// Fails with INVALID_IMAGE for a damaged fatbin and NO_BINARY_FOR_GPU where it holds no such PTX.
std::string ptx_of_fatbin(std::string_view fatbin);

}  // namespace gpu_emulator::driver

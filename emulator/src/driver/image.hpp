#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "driver/cuda_api.hpp"
#include "driver/device.hpp"
#include "driver/jit_options.hpp"
#include "ptx/module.hpp"

namespace gpu_emulator::driver {

/// The PTX text of what a program hands to cuModuleLoadData or cuLibraryLoadData. Fails with INVALID_VALUE
/// for null, INVALID_IMAGE for what is no image, NO_BINARY_FOR_GPU for machine code without PTX.
std::string ptx_of_image(const void* image);
/// The same for bytes of a known size (a file, a linker input).
std::string ptx_of_image(std::string_view image);
/// Reads a file; fails with FILE_NOT_FOUND.
std::string read_file(const char* path);

/// Parses PTX and makes its variables on the device, its managed ones only where `managed_from` has none; on
/// failure throws the CUresult after filling the logs.
std::shared_ptr<const Module> load_ptx(const std::string& text, const Device& device,
                                       const JitOptions& options, const Module* managed_from = nullptr);

/// The CUresult of a load error.
CUresult result_of(const LoadError& error);

}  // namespace gpu_emulator::driver

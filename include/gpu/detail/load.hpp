/// Loading of images and kernels.
#pragma once

#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <gpu/detail/check.hpp>
#include <gpu/detail/ptx_header.hpp>
#include <gpu/library.hpp>

namespace gpu::detail {

inline constexpr std::size_t jit_log_bytes = 16384;

/// What an image became in the driver. The log is kept: the driver may compile later, when a context first
/// needs it.
struct LoadedImage {
  CUlibrary handle = nullptr;
  std::unique_ptr<char[]> log;
};

/// The part of a Library that changes. It is never freed: kernels stay launchable until the process ends.
struct LibraryState {
  explicit LibraryState(std::size_t image_count) : images(image_count) {}

  std::mutex mutex;
  std::vector<LoadedImage> images;

  /// The library's state, made by whichever thread comes first.
  static LibraryState& of(const Library& library) {
    LibraryState* state = __atomic_load_n(&library.state_, __ATOMIC_ACQUIRE);
    if (state != nullptr) return *state;
    auto made = std::make_unique<LibraryState>(library.image_count());
    if (__atomic_compare_exchange_n(&library.state_, &state, made.get(), false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      return *made.release();
    }
    return *state;
  }
};

/// What the driver's compiler said, indented under the message, or "".
inline std::string jit_log_text(const char* log) {
  if (log == nullptr || *log == '\0') return {};
  std::string text = "\nThe driver's compiler says:\n  ";
  for (const char* at = log; *at != '\0'; ++at) {
    text += *at;
    if (*at == '\n' && at[1] != '\0') text += "  ";
  }
  while (text.back() == '\n' || text.back() == ' ') text.pop_back();
  return text;
}

/// Why an image did not load and what to do about it, for the statuses that say too little.
inline std::string load_failure_text(const Image& image, Status status) {
  const std::string_view text(image.data, image.size);
  const std::string version = ptx_directive(text, ".version");
  const std::string target = ptx_directive(text, ".target");
  const driver::Api& api = driver::api();
  switch (status) {
    case Status::unsupported_ptx_version:
      return ": the image is PTX ISA " + version + ", newer than the driver, which supports CUDA " +
             version_text(api.version) +
             ", can compile. Update the driver, or build the kernels with the CUDA Toolkit " +
             version_text(api.version) + " or older, or with machine code for this device (IMAGE FATBIN)";
    case Status::no_binary_for_gpu:
    case Status::invalid_ptx:
      return target.empty() ? std::string()
                            : ": the image was compiled for " + target + " (PTX ISA " + version + ")";
    case Status::jit_compiler_not_found:
      return ": the driver's PTX compiler library (libnvidia-ptxjitcompiler) is missing from this system";
    case Status::invalid_image:
      return ": it is neither PTX nor a cubin or fatbin that the driver reads";
    default:
      return {};
  }
}

[[noreturn]] inline void fail_load(const Library& library, std::size_t index, Status status, const char* call,
                                   const std::string& what) {
  const Image& image = library.image(index);
  const LoadedImage& loaded = LibraryState::of(library).images[index];
  const std::string message = "cannot load " + what + " of the kernel library " + library.name() + " (" +
                              image.source + "): " + call + " failed with " + status_text(status) +
                              load_failure_text(image, status) + jit_log_text(loaded.log.get());
  throw Error(status, call, message.c_str());
}

/// Loads an image; the caller holds the state's mutex.
inline void load_image(const Library& library, LibraryState& state, std::size_t index) {
  LoadedImage& loaded = state.images[index];
  if (loaded.handle != nullptr) return;
  if (loaded.log == nullptr) loaded.log = std::make_unique<char[]>(jit_log_bytes);
  loaded.log[0] = '\0';
  driver::JitOption options[] = {driver::JitOption::error_log_buffer,
                                 driver::JitOption::error_log_buffer_size_bytes};
  void* values[] = {loaded.log.get(), reinterpret_cast<void*>(jit_log_bytes - 1)};
  const Status status = driver::api().library_load_data(&loaded.handle, library.image(index).data, options,
                                                        values, 2, nullptr, nullptr, 0);
  if (status == Status::success) return;
  loaded.handle = nullptr;
  fail_load(library, index, status, "cuLibraryLoadData", "an image");
}

/// Loads a kernel, with its image when it is the first of it, and publishes it to all threads. Throws Error.
inline CUkernel load_entry(Entry& entry) {
  const Library& library = entry.library();
  LibraryState& state = LibraryState::of(library);
  const std::lock_guard lock(state.mutex);
  if (const CUkernel loaded = entry.loaded()) return loaded;
  load_image(library, state, entry.image());
  const driver::Api& api = driver::api();
  CUkernel kernel = nullptr;
  const Status status = api.library_get_kernel(&kernel, state.images[entry.image()].handle, entry.name());
  if (status != Status::success) {
    fail_load(library, entry.image(), status, "cuLibraryGetKernel",
              std::string("the kernel ") + entry.shown());
  }
  entry.publish(kernel, api.launch_kernel);
  return kernel;
}

}  // namespace gpu::detail

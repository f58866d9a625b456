/// Loading of images and kernels.
#pragma once

#include <pthread.h>

#include <gpu/detail/check.hpp>
#include <gpu/detail/ptx_header.hpp>
#include <gpu/library.hpp>

namespace gpu::detail {

inline constexpr std::size_t jit_log_bytes = 16384;

/// What an image became in the driver. The log is kept: the driver may compile later, when a context first
/// needs it.
struct LoadedImage {
  CUlibrary handle = nullptr;
  char log[jit_log_bytes] = "";
};

/// The part of a Library that changes. It is never freed: kernels stay launchable until the process ends.
struct LibraryState {
  explicit LibraryState(std::size_t image_count) : images(new LoadedImage[image_count]) {}
  ~LibraryState() { delete[] images; }
  LibraryState(const LibraryState&) = delete;
  LibraryState& operator=(const LibraryState&) = delete;

  /// The library's state, made by whichever thread comes first.
  static LibraryState& of(const Library& library) {
    LibraryState* state = __atomic_load_n(&library.state_, __ATOMIC_ACQUIRE);
    if (state != nullptr) return *state;
    auto* const made = new LibraryState(library.image_count());
    if (__atomic_compare_exchange_n(&library.state_, &state, made, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      return *made;
    }
    delete made;
    return *state;
  }

  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  LoadedImage* images;
};

/// Holds a library's lock for a scope; <mutex> would cost every generated file 0.15 s.
class LibraryLock {
 public:
  explicit LibraryLock(LibraryState& state) noexcept : mutex_(state.mutex) { pthread_mutex_lock(&mutex_); }
  LibraryLock(const LibraryLock&) = delete;
  LibraryLock& operator=(const LibraryLock&) = delete;
  ~LibraryLock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t& mutex_;
};

/// What the driver's compiler said, indented under the message, or "".
[[gnu::cold]] inline Text jit_log_text(const char* log) {
  std::size_t size = std::strlen(log);
  while (size > 0 && (log[size - 1] == '\n' || log[size - 1] == ' ')) --size;
  if (size == 0) return {};
  Text text = "\nThe driver's compiler says:";
  for (const char* const end = log + size; log < end;) {
    const auto* const line_end =
        static_cast<const char*>(std::memchr(log, '\n', static_cast<std::size_t>(end - log)));
    const char* const stop = line_end != nullptr ? line_end : end;
    (text << "\n  ").append(log, static_cast<std::size_t>(stop - log));
    log = stop + 1;
  }
  return text;
}

/// Why an image did not load and what to do about it, for the statuses that say too little.
[[gnu::cold]] inline Text load_failure_text(const Image& image, Status status) {
  const Text version = ptx_directive(image.data, ".version");
  const Text target = ptx_directive(image.data, ".target");
  const Version driver{driver::api().version};
  Text text;
  switch (status) {
    case Status::unsupported_ptx_version:
      text << ": the image is PTX ISA " << version << ", newer than what the driver, which supports CUDA "
           << driver << ", can compile. Update the driver, or build the kernels with the CUDA Toolkit "
           << driver << " or older, or with machine code for this device (IMAGE FATBIN)";
      return text;
    case Status::no_binary_for_gpu:
    case Status::invalid_ptx:
      if (!target.empty())
        text << ": the image was compiled for " << target << " (PTX ISA " << version << ")";
      return text;
    case Status::jit_compiler_not_found:
      return ": the driver's PTX compiler library (libnvidia-ptxjitcompiler) is missing from this system";
    case Status::invalid_image:
      return ": it is neither PTX nor a cubin or fatbin that the driver reads";
    default:
      return text;
  }
}

/// Throws for `what`, an image or a kernel, of a library's image.
[[noreturn, gnu::noinline, gnu::cold]] inline void fail_load(const Library& library, std::size_t index,
                                                             Status status, const char* call,
                                                             const Text& what) {
  const Image& image = library.image(index);
  Text text;
  text << "cannot load " << what << " of the kernel library " << library.name() << " (" << image.source
       << "): " << call << " failed with " << status_text(status) << load_failure_text(image, status)
       << jit_log_text(LibraryState::of(library).images[index].log);
  throw Error(status, call, text.c_str());
}

/// Lets this thread load images while it captures a stream: loading does not belong to the captured work.
class RelaxedCapture {
 public:
  RelaxedCapture() noexcept { exchange(); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;
  ~RelaxedCapture() { exchange(); }

 private:
  void exchange() noexcept {
    if (exchanged_) exchanged_ = driver::api().thread_exchange_stream_capture_mode(&mode_) == Status::success;
  }

  driver::CaptureMode mode_ = driver::CaptureMode::relaxed;
  bool exchanged_ = true;
};

/// Loads an image; the caller holds the state's mutex.
inline void load_image(const Library& library, LibraryState& state, std::size_t index) {
  LoadedImage& loaded = state.images[index];
  if (loaded.handle != nullptr) return;
  loaded.log[0] = '\0';
  driver::JitOption options[] = {driver::JitOption::error_log_buffer,
                                 driver::JitOption::error_log_buffer_size_bytes};
  void* values[] = {loaded.log, reinterpret_cast<void*>(jit_log_bytes - 1)};
  const Status status = driver::api().library_load_data(&loaded.handle, library.image(index).data, options,
                                                        values, 2, nullptr, nullptr, 0);
  if (status == Status::success) return;
  loaded.handle = nullptr;
  fail_load(library, index, status, "cuLibraryLoadData", "an image");
}

/// The image in the driver, loaded if need be. Throws Error.
inline CUlibrary loaded_image(const Library& library, std::size_t index) {
  LibraryState& state = LibraryState::of(library);
  const LibraryLock lock(state);
  const RelaxedCapture relaxed;
  load_image(library, state, index);
  return state.images[index].handle;
}

/// Loads a kernel, with its image when it is the first of it, and publishes it to all threads. Throws Error.
inline CUkernel load_entry(Entry& entry) {
  const Library& library = entry.library();
  LibraryState& state = LibraryState::of(library);
  const LibraryLock lock(state);
  if (const CUkernel loaded = entry.loaded()) return loaded;
  const RelaxedCapture relaxed;
  load_image(library, state, entry.image());
  const driver::Api& api = driver::api();
  CUkernel kernel = nullptr;
  const Status status = api.library_get_kernel(&kernel, state.images[entry.image()].handle, entry.name());
  if (status != Status::success) {
    fail_load(library, entry.image(), status, "cuLibraryGetKernel", Text("the kernel ") << entry.shown());
  }
  entry.publish(kernel, api.launch_kernel);
  return kernel;
}

}  // namespace gpu::detail

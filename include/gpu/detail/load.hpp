/// Loading of images and kernels.
#pragma once

#include <pthread.h>

#include <gpu/detail/check.hpp>
#include <gpu/detail/image_file.hpp>
#include <gpu/detail/jit_log.hpp>
#include <gpu/detail/ptx_header.hpp>
#include <gpu/detail/ptx_signature.hpp>
#include <gpu/detail/ptx_variable.hpp>
#include <gpu/kernel_library.hpp>
#include <gpu/symbol.hpp>

namespace gpu::detail {

/// An image as it is loaded: the embedded one, or a file's. The log is kept with it: the driver may compile
/// later, when a context first needs it.
struct LoadedImage {
  explicit LoadedImage(const Image& embedded) : code(embedded) {}
  LoadedImage(const Image& file, Text&& file_path)
      : path(std::move(file_path)), code{path.c_str(), file.data, file.size} {}
  LoadedImage(const LoadedImage&) = delete;
  LoadedImage& operator=(const LoadedImage&) = delete;
  ~LoadedImage() {
    if (from_file()) std::free(const_cast<char*>(code.data));
  }

  bool from_file() const noexcept { return !path.empty(); }

  Text path;
  Image code;
  CUlibrary handle = nullptr;
  JitLog log;
};

/// The part of a Library that changes. It is never freed: kernels stay launchable until the process ends.
struct LibraryState {
  explicit LibraryState(std::size_t image_count) : images_(new LoadedImage* [image_count] {}) {}
  ~LibraryState() { delete[] images_; }
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

  /// The image in use, or null before it is loaded.
  LoadedImage* image(std::size_t index) const noexcept {
    return __atomic_load_n(&images_[index], __ATOMIC_ACQUIRE);
  }

  /// An image that was in use stays alive: a launch on another thread may just be using it.
  void use(std::size_t index, LoadedImage* image) noexcept {
    __atomic_store_n(&images_[index], image, __ATOMIC_RELEASE);
  }

  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

 private:
  LoadedImage** images_;
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
  const bool ptx = is_ptx(image);
  const Text version = ptx ? ptx_directive(image.data, ".version") : Text();
  const Text target = ptx ? ptx_directive(image.data, ".target") : Text();
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
[[noreturn, gnu::noinline, gnu::cold]] inline void fail_load(const Library& library, const Image& image,
                                                             const char* log, Status status, const char* call,
                                                             const Text& what) {
  Text text = fault_text(status);
  text << "cannot load " << what << " of the kernel library " << library.name() << " (" << image.source
       << "): " << call << " failed with " << status_text(status) << load_failure_text(image, status)
       << fault_advice(status) << jit_log_text(log);
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

/// Deletes an image that did not come into use.
class NewImage {
 public:
  explicit NewImage(LoadedImage* image) noexcept : image_(image) {}
  NewImage(const NewImage&) = delete;
  NewImage& operator=(const NewImage&) = delete;
  ~NewImage() {
    if (image_ == nullptr) return;
    if (image_->handle != nullptr) driver::api().library_unload(image_->handle);
    delete image_;
  }

  bool empty() const noexcept { return image_ == nullptr; }
  LoadedImage& operator*() const noexcept { return *image_; }
  LoadedImage* operator->() const noexcept { return image_; }
  LoadedImage* release() noexcept { return std::exchange(image_, nullptr); }

 private:
  LoadedImage* image_;
};

/// The variables that both images have are of the same sizes, else the host would copy the wrong bytes. (One
/// that no kernel uses any more may be gone; its access says so.) Throws Error that shows both.
[[gnu::cold]] inline void check_variables(const Library& library, std::size_t index, const char* embedded,
                                          const char* file, const char* source) {
  for (std::size_t symbol = 0; symbol < library.symbol_count(); ++symbol) {
    const SymbolEntry& entry = library.symbol(symbol);
    if (entry.image() != index) continue;
    const std::size_t known = ptx_variable_bytes(embedded, entry.name());
    const std::size_t found = ptx_variable_bytes(file, entry.name());
    if (known == 0 || found == 0 || known == found) continue;
    fail(Status::invalid_source, library.name(),
         Text("the image ") << source << " does not fit the program: the variable " << entry.shown()
                            << " has " << Bytes{found} << " there and " << Bytes{known}
                            << " in the header. Build and start the program again");
  }
}

/// A file's image that is to stand for the embedded one has the same kernels with the same parameters, else
/// the stubs would pass the wrong bytes, and variables of the same sizes. Throws Error that shows both.
[[gnu::cold]] inline void check_signatures(const Library& library, std::size_t index,
                                           const LoadedImage& image) {
  const char* const embedded = signatures_of(library.image(index));
  if (!image.from_file() || embedded == nullptr) return;
  const char* const file = signatures_of(image.code);
  if (file == nullptr) {
    fail(Status::invalid_source, library.name(),
         Text("the image ")
             << image.code.source
             << " does not say what its kernels take: it is cut short, or not an image that a build "
                "with GpuKernels_IMAGE_DIR wrote");
  }
  for (std::size_t kernel = 0; kernel < library.kernel_count(); ++kernel) {
    const Entry& entry = library.kernel(kernel);
    if (entry.image() != index) continue;
    const PtxEntry known = find_ptx_entry(embedded, entry.name());
    const PtxEntry found = find_ptx_entry(file, entry.name());
    if (found.found && std::strcmp(known.signature.c_str(), found.signature.c_str()) == 0) continue;
    Text text;
    text << "the image " << image.code.source << " does not fit the program: " << entry.shown();
    if (found.found) {
      text << " takes " << found.signature << " there and " << known.signature << " in the stub";
    } else {
      text << " is not in it; the stub calls it with " << known.signature;
    }
    text << ". Build and start the program again";
    const Text others = found.found ? Text() : new_entries(file, embedded);
    if (!others.empty()) text << ". Kernels there that the program does not know:" << others;
    fail(Status::invalid_source, library.name(), text);
  }
  check_variables(library, index, embedded, file, image.code.source);
}

/// The sources of a SEPARABLE library are linked: a file for one of them would be no image.
[[noreturn, gnu::noinline, gnu::cold]] inline void refuse_image_file(const Library& library,
                                                                     const Text& path) {
  const std::size_t folder = std::strlen(path.c_str()) - std::strlen(std::strrchr(path.c_str(), '/'));
  Text text = "the kernel library ";
  (text << library.name() << " is SEPARABLE, so its images are linked and cannot be taken from the folder ")
      .append(path.c_str(), folder);
  fail(Status::not_supported, "GPU_KERNELS_IMAGE_DIR",
       text << ": remove that folder, or unset GPU_KERNELS_IMAGE_DIR");
}

/// The image that is to be used now, from its file or embedded, loaded by the driver; empty when it is what
/// is `used` already. Throws Error.
[[gnu::cold]] inline NewImage load_new_image(const Library& library, std::size_t index,
                                             const LoadedImage* used = nullptr) {
  Text path = image_file(library, index);
  if (library.image(index).load != nullptr) {
    if (!path.empty()) refuse_image_file(library, path);
    return NewImage(used != nullptr ? nullptr : library.image(index).load(library, library.image(index)));
  }
  NewImage image(path.empty() ? new LoadedImage(library.image(index))
                              : new LoadedImage(read_image(path.c_str()), Text(path)));
  if (used != nullptr && same_bytes(image->code, used->code)) return NewImage(nullptr);
  check_signatures(library, index, *image);
  driver::JitOption options[] = {driver::JitOption::error_log_buffer,
                                 driver::JitOption::error_log_buffer_size_bytes};
  void* values[] = {image->log.buffer(), image->log.size()};
  const Status status = driver::api().library_load_data(&image->handle, image->code.data, options, values, 2,
                                                        nullptr, nullptr, 0);
  if (status != Status::success) {
    image->handle = nullptr;
    fail_load(library, image->code, image->log.text(), status, "cuLibraryLoadData", "an image");
  }
  return NewImage(image.release());
}

/// The image in use, loaded if need be; the caller holds the state's mutex.
[[gnu::cold]] inline const LoadedImage& load_image(const Library& library, LibraryState& state,
                                                   std::size_t index) {
  if (const LoadedImage* const loaded = state.image(index)) return *loaded;
  LoadedImage* const image = load_new_image(library, index).release();
  state.use(index, image);
  return *image;
}

/// The image in the driver, loaded if need be. Throws Error.
inline const LoadedImage& loaded_image(const Library& library, std::size_t index) {
  LibraryState& state = LibraryState::of(library);
  const LibraryLock lock(state);
  const RelaxedCapture relaxed;
  return load_image(library, state, index);
}

/// CUDA_LAUNCH_BLOCKING=1: each launch waits for its kernel, so that a fault is reported with the kernel's
/// name.
inline bool launch_blocking() noexcept {
  const char* const choice = std::getenv("CUDA_LAUNCH_BLOCKING");
  return choice != nullptr && std::strcmp(choice, "1") == 0;
}

/// What the fast path calls instead of the driver when launches block: it sends every launch to the slow one.
inline constexpr Status not_launched = static_cast<Status>(-1);
inline Status launch_elsewhere(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                               unsigned, CUstream, void**, void**) {
  return not_launched;
}
inline LaunchKernel launch_function() {
  return launch_blocking() ? launch_elsewhere : static_cast<LaunchKernel>(driver::api().launch_kernel);
}

/// A kernel of an image, by its entry. Throws Error.
[[gnu::cold]] inline CUkernel find_kernel(const Entry& entry, const LoadedImage& image) {
  CUkernel kernel = nullptr;
  Text hashed;
  const char* name = entry.name();
  if (const char* const signatures = image.from_file() ? signatures_of(image.code) : nullptr) {
    hashed << find_ptx_entry(signatures, name).name;
    if (!hashed.empty()) name = hashed.c_str();
  }
  const Status status = driver::api().library_get_kernel(&kernel, image.handle, name);
  if (status != Status::success) {
    fail_load(entry.library(), image.code, image.log.text(), status, "cuLibraryGetKernel",
              Text("the kernel ") << entry.shown());
  }
  return kernel;
}

/// Loads a kernel, with its image when it is the first of it, and publishes it to all threads; for a
/// RelaxedCapture. Throws Error.
[[gnu::cold]] inline CUkernel load_entry_relaxed(Entry& entry) {
  const Library& library = entry.library();
  LibraryState& state = LibraryState::of(library);
  const LibraryLock lock(state);
  if (const CUkernel loaded = entry.loaded()) return loaded;
  const CUkernel kernel = find_kernel(entry, load_image(library, state, entry.image()));
  entry.publish(kernel, launch_function());
  return kernel;
}

[[gnu::cold]] inline CUkernel load_entry(Entry& entry) {
  const RelaxedCapture relaxed;
  return load_entry_relaxed(entry);
}

}  // namespace gpu::detail

/// Loading of SEPARABLE libraries: machine code that was linked when they were built, else PTX that the
/// driver links. Generated code of such libraries alone includes it.
#pragma once

#include <gpu/detail/load.hpp>

namespace gpu::detail {

/// Whether machine code of one architecture, "80" or "90a", runs on a device: on its own minor version and
/// the later ones of its major version; with `a` on its own alone, with `f` in its family.
constexpr bool runs_on(const char* architecture, const char* end, int major, int minor) noexcept {
  int number = 0;
  while (architecture < end && *architecture >= '0' && *architecture <= '9')
    number = number * 10 + (*architecture++ - '0');
  if (number / 10 != major) return false;
  return architecture < end && *architecture == 'a' ? number % 10 == minor : number % 10 <= minor;
}

constexpr bool any_runs_on(const char* architectures, int major, int minor) noexcept {
  while (*architectures != '\0') {
    const char* end = architectures;
    while (*end != '\0' && *end != ' ') ++end;
    if (runs_on(architectures, end, major, minor)) return true;
    architectures = *end == ' ' ? end + 1 : end;
  }
  return false;
}

/// Whether the current context's device runs the image's machine code. Throws Error where there is no
/// context.
[[gnu::cold]] inline bool has_machine_code(const Image& image) {
  const driver::Api& api = driver::api();
  if (std::strstr(api.origin, "libgpu_emulator") != nullptr) return false;  // it runs PTX
  CUdevice device = 0;
  int major = 0;
  int minor = 0;
  check(api.ctx_get_device(&device), "cuCtxGetDevice");
  check(api.device_get_attribute(&major, DeviceAttribute::compute_capability_major, device),
        "cuDeviceGetAttribute");
  check(api.device_get_attribute(&minor, DeviceAttribute::compute_capability_minor, device),
        "cuDeviceGetAttribute");
  return any_runs_on(image.machine_code, major, minor);
}

/// A CUlinkState and its log, for a scope.
class Linker {
 public:
  explicit Linker(const JitLog& log) {
    driver::JitOption options[] = {driver::JitOption::error_log_buffer,
                                   driver::JitOption::error_log_buffer_size_bytes};
    values_[0] = log.buffer();
    values_[1] = log.size();
    check(driver::api().link_create(2, options, values_, &state_), "cuLinkCreate");
  }
  Linker(const Linker&) = delete;
  Linker& operator=(const Linker&) = delete;
  ~Linker() { driver::api().link_destroy(state_); }

  Status add(const Image& part) noexcept {
    const bool ptx = is_ptx(part);
    return driver::api().link_add_data(state_, ptx ? driver::JitInput::ptx : driver::JitInput::fatbinary,
                                       const_cast<char*>(part.data), part.size + (ptx ? 1 : 0), part.source,
                                       0, nullptr, nullptr);
  }

  Status complete(void*& image) noexcept {
    std::size_t bytes = 0;
    return driver::api().link_complete(state_, &image, &bytes);
  }

 private:
  CUlinkState state_ = nullptr;
  void* values_[2] = {};  // the driver writes through them until the link is complete
};

/// Gives the driver code that is whole.
[[gnu::cold]] inline Status load_code(LoadedImage& image, const void* code) noexcept {
  driver::JitOption options[] = {driver::JitOption::error_log_buffer,
                                 driver::JitOption::error_log_buffer_size_bytes};
  void* values[] = {image.log.buffer(), image.log.size()};
  const Status status =
      driver::api().library_load_data(&image.handle, code, options, values, 2, nullptr, nullptr, 0);
  if (status != Status::success) image.handle = nullptr;
  return status;
}

/// Has the driver link the sources of an image and loads the result, which has code for the current context's
/// device. Throws Error with the linker's log.
[[gnu::cold]] inline void link_parts(const Library& library, LoadedImage& image) {
  Linker linker(image.log);
  const Image& embedded = image.code;
  for (std::size_t index = 0; index < embedded.part_count; ++index) {
    const Image& part = embedded.parts[index];
    const Status status = linker.add(part);
    if (status != Status::success)
      fail_load(library, part, image.log.text(), status, "cuLinkAddData", "a source of the linked image");
  }
  void* code = nullptr;
  const Status status = linker.complete(code);
  if (status != Status::success)
    fail_load(library, embedded, image.log.text(), status, "cuLinkComplete", "the linked image");
  const Status loaded = load_code(image, code);
  if (loaded != Status::success)
    fail_load(library, embedded, image.log.text(), loaded, "cuLibraryLoadData", "the linked image");
}

/// Image::load of SEPARABLE libraries. Throws Error.
[[gnu::cold]] inline LoadedImage* load_linked_image(const Library& library, const Image& embedded) {
  NewImage image(new LoadedImage(embedded));
  if (embedded.part_count == 0 || (embedded.size != 0 && has_machine_code(embedded))) {
    const Status status = load_code(*image, embedded.data);
    if (status == Status::success) return image.release();
    if (status != Status::no_binary_for_gpu || embedded.part_count == 0)
      fail_load(library, embedded, image->log.text(), status, "cuLibraryLoadData", "the linked image");
  }
  link_parts(library, *image);
  return image.release();
}

}  // namespace gpu::detail

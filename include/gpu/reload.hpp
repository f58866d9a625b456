/// Swapping the images of a running program: edit a kernel, build its image, reload.
#pragma once

#include <gpu/detail/reload_images.hpp>

namespace gpu {

/// Loads what changed among a library's files in GPU_KERNELS_IMAGE_DIR, and launches from then on go to the
/// new kernels; those under way end in the old ones. Returns how many images were swapped. Variables of a
/// swapped image start anew.
///
/// All or nothing: throws Error, and the old images stay in use, when a file cannot be read, does not load,
/// or holds kernels whose parameters differ from the stubs' or variables whose sizes differ from the
/// header's; when GPU_KERNELS_IMAGE_DIR is not set or has no folder for the library.
inline std::size_t reload(const Library& library) {
  detail::LibraryState& state = detail::LibraryState::of(library);
  const detail::LibraryLock lock(state);
  const detail::RelaxedCapture relaxed;
  return detail::reload_images(library, state);
}

}  // namespace gpu

/// The swap behind gpu::reload.
#pragma once

#include <gpu/detail/load.hpp>

namespace gpu::detail {

/// New images and their kernels, found before any of them comes into use.
struct Swap {
  explicit Swap(const Library& library_)
      : library(library_),
        images(new LoadedImage* [library_.image_count()] {}),
        kernels(new CUkernel[library_.kernel_count()]{}) {}
  Swap(const Swap&) = delete;
  Swap& operator=(const Swap&) = delete;
  ~Swap() {
    for (std::size_t index = 0; index < library.image_count(); ++index) NewImage unused(images[index]);
    delete[] images;
    delete[] kernels;
  }

  /// Loads an image when its file differs from what is in use. Throws Error.
  void load(const LibraryState& state, std::size_t index) {
    const LoadedImage* const used = state.image(index);
    if (used == nullptr) return;  // its first use will read the file
    NewImage image = load_new_image(library, index, used);
    if (image.empty()) return;
    for (std::size_t kernel = 0; kernel < library.kernel_count(); ++kernel) {
      const Entry& entry = library.kernel(kernel);
      if (entry.image() == index && entry.loaded() != nullptr) kernels[kernel] = find_kernel(entry, *image);
    }
    images[index] = image.release();
  }

  /// Nothing can fail any more: hands the new images and kernels out.
  std::size_t commit(LibraryState& state) noexcept {
    std::size_t swapped = 0;
    for (std::size_t index = 0; index < library.image_count(); ++index) {
      if (images[index] == nullptr) continue;
      state.use(index, std::exchange(images[index], nullptr));
      ++swapped;
    }
    for (std::size_t kernel = 0; kernel < library.kernel_count(); ++kernel) {
      if (kernels[kernel] == nullptr) continue;
      library.kernel(kernel).set_free_shared_bytes(0);
      library.kernel(kernel).publish(kernels[kernel], launch_function());
    }
    return swapped;
  }

  const Library& library;
  LoadedImage** images;
  CUkernel* kernels;
};

/// Swaps what changed; the caller holds the state's mutex.
[[gnu::cold]] inline std::size_t reload_images(const Library& library, LibraryState& state) {
  if (image_file(library, 0).empty()) {
    const char* const root = std::getenv("GPU_KERNELS_IMAGE_DIR");
    fail(Status::file_not_found, "gpu::reload",
         root == nullptr || *root == '\0'
             ? Text("GPU_KERNELS_IMAGE_DIR is not set: it names the folder of the images")
             : Text("there is no folder ") << root << "/" << library.name() << " of images");
  }
  Swap swap(library);
  for (std::size_t index = 0; index < library.image_count(); ++index) swap.load(state, index);
  return swap.commit(state);
}

}  // namespace gpu::detail

/// A folder of images for GPU_KERNELS_IMAGE_DIR, for a scope.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

class ImageFolder {
 public:
  explicit ImageFolder(const std::string& library)
      : root_(std::filesystem::temp_directory_path() /
              ("gpu_kernels_images_" + std::to_string(::getpid()) + library)),
        folder_(root_ / library) {
    std::filesystem::create_directories(folder_);
    setenv("GPU_KERNELS_IMAGE_DIR", root_.c_str(), 1);
  }
  ImageFolder(const ImageFolder&) = delete;
  ImageFolder& operator=(const ImageFolder&) = delete;
  ~ImageFolder() {
    unsetenv("GPU_KERNELS_IMAGE_DIR");
    std::filesystem::remove_all(root_);
  }

  /// Writes the image of an index, whole or not at all for who reads it meanwhile.
  void write(int index, const std::string& text) const {
    const std::filesystem::path image = folder_ / (std::to_string(index) + ".ptx");
    const std::filesystem::path written = folder_ / "written";
    std::ofstream(written, std::ios::binary) << text;
    std::filesystem::rename(written, image);
  }

 private:
  std::filesystem::path root_;
  std::filesystem::path folder_;
};

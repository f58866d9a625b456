#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "driver/device.hpp"
#include "driver/jit_options.hpp"

namespace gpu_emulator::driver {

/// A CUlinkState: the PTX texts that were added.
class LinkState {
 public:
  explicit LinkState(JitOptions options) : options_(options) {}

  void add(std::string text);
  /// Links, fills the logs given to cuLinkCreate, and returns the image; it lives as long as this object.
  const std::string& complete(const Device& device);

 private:
  std::mutex mutex_;
  const JitOptions options_;
  std::vector<std::string> texts_;
  std::string image_;
};

/// Several PTX texts as one image, which cuModuleLoadData and its kin take apart again.
std::string linked_image(const std::vector<std::string>& texts);
/// The texts of such an image; empty for any other.
std::vector<std::string> linked_texts(std::string_view image);

}  // namespace gpu_emulator::driver

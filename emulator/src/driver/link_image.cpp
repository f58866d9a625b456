#include <charconv>
#include <cstring>

#include "driver/link_state.hpp"

namespace gpu_emulator::driver {
namespace {

// A comment to PTX readers; then, for each text, a line with its size and the text.
constexpr std::string_view magic = "// gpu_emulator linked image\n";

}  // namespace

std::string linked_image(const std::vector<std::string>& texts) {
  std::string image(magic);
  for (const std::string& text : texts) {
    image += "// " + std::to_string(text.size()) + "\n" + text;
  }
  return image;
}

std::vector<std::string> linked_texts(std::string_view image) {
  std::vector<std::string> texts;
  if (!image.starts_with(magic)) return texts;
  image.remove_prefix(magic.size());
  while (image.starts_with("// ")) {
    image.remove_prefix(3);
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(image.data(), image.data() + image.size(), size);
    if (error != std::errc{} || *end != '\n') return {};
    image.remove_prefix(static_cast<std::size_t>(end - image.data()) + 1);
    if (size > image.size()) return {};
    texts.emplace_back(image.substr(0, size));
    image.remove_prefix(size);
  }
  return texts;
}

}  // namespace gpu_emulator::driver

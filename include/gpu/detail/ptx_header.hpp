/// The first lines of a PTX text.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace gpu::detail {

/// What follows a directive (".version", ".target") at the head of a PTX text, or "" (for a cubin or a
/// fatbin). Comments before it are skipped; kernels follow the head, so the search ends with it.
inline std::string ptx_directive(std::string_view text, std::string_view directive) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
      line.remove_prefix(1);
    if (line.empty() || line.starts_with("//")) continue;
    if (line.front() != '.') return {};
    if (!line.starts_with(directive)) {
      if (line.starts_with(".version") || line.starts_with(".target")) continue;
      return {};
    }
    line.remove_prefix(directive.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    line = line.substr(0, line.find("//"));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.remove_suffix(1);
    return std::string(line);
  }
  return {};
}

}  // namespace gpu::detail

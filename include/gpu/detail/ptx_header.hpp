/// The first lines of a PTX text.
#pragma once

#include <cstring>

#include <gpu/detail/text.hpp>

namespace gpu::detail {

constexpr bool is_blank(char character) noexcept {
  return character == ' ' || character == '\t' || character == '\r';
}

/// What follows a directive (".version", ".target") at the head of a text that ends with a NUL, without the
/// comment behind it; "" where there is none, as in a cubin. The head is the comments and directives before
/// any other line.
[[gnu::cold]] inline Text ptx_directive(const char* text, const char* directive) {
  const std::size_t length = std::strlen(directive);
  while (*text != '\0') {
    while (is_blank(*text) || *text == '\n') ++text;
    const char* end = text + std::strcspn(text, "\n");
    const char* const next = end;
    if (std::strncmp(text, "//", 2) != 0) {
      if (std::strncmp(text, directive, length) == 0) {
        text += length;
        while (text < end && is_blank(*text)) ++text;
        const char* const comment = std::strstr(text, "//");
        if (comment != nullptr && comment < end) end = comment;
        while (end > text && is_blank(end[-1])) --end;
        return std::move(Text().append(text, static_cast<std::size_t>(end - text)));
      }
      if (std::strncmp(text, ".version", 8) != 0 && std::strncmp(text, ".target", 7) != 0) return {};
    }
    text = next;
  }
  return {};
}

}  // namespace gpu::detail

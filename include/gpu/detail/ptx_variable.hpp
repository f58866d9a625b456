/// The size of a variable, read from PTX text: enough to see that an image still fits the header.
#pragma once

#include <gpu/detail/ptx_signature.hpp>

namespace gpu::detail {

/// One variable of a PTX text.
struct PtxVariable {
  const char* end = nullptr;  ///< behind its name and dimensions; null: the text has no (other) declaration
  const char* name = nullptr;
  const char* name_end = nullptr;
  std::size_t bytes = 0;  ///< 0: not said there (an array without bounds)
};

constexpr bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

constexpr std::size_t read_number(const char*& text) noexcept {
  std::size_t number = 0;
  while (*text >= '0' && *text <= '9') number = number * 10 + static_cast<std::size_t>(*text++ - '0');
  return number;
}

/// The declaration behind a `.global` or `.const`: `.align 4 .attribute(.managed) .u32 name[8]`.
[[gnu::cold]] inline PtxVariable read_ptx_variable(const char* text) {
  std::size_t bits = 0;
  for (;;) {
    while (is_space(*text)) ++text;
    if (*text != '.') break;
    const char* word = ++text;
    while (is_name_character(*text)) ++text;
    const auto length = static_cast<std::size_t>(text - word);
    if (std::strncmp(word, "align", length) == 0) {
      while (is_space(*text)) ++text;
      read_number(text);
    } else if (std::strncmp(word, "attribute", length) == 0) {
      text += std::strcspn(text, ")");
      if (*text == ')') ++text;
    } else {
      while (word < text && (*word < '0' || *word > '9')) ++word;
      bits = read_number(word);
    }
  }
  PtxVariable variable;
  variable.name = text;
  while (is_name_character(*text)) ++text;
  variable.name_end = text;
  variable.bytes = bits / 8;
  while (*text == '[') {
    ++text;
    variable.bytes *= read_number(text);
    text += std::strcspn(text, "]");
    if (*text == ']') ++text;
  }
  variable.end = text;
  return variable;
}

/// The next declaration of a variable in `text`.
[[gnu::cold]] inline PtxVariable next_ptx_variable(const char* text) {
  for (bool starts_word = true; *text != '\0'; starts_word = is_space(*text), ++text) {
    if (!starts_word || *text != '.') continue;
    const std::size_t length = std::strncmp(text, ".global", 7) == 0  ? 7
                               : std::strncmp(text, ".const", 6) == 0 ? 6
                                                                      : 0;
    if (length != 0 && is_space(text[length])) return read_ptx_variable(text + length);
  }
  return {};
}

/// The bytes of a variable by its name, or by a name that differs in its hash alone; 0 where the text does
/// not say. text ends with a NUL.
[[gnu::cold]] inline std::size_t ptx_variable_bytes(const char* text, const char* name) {
  std::size_t similar = 0;
  const char* const name_end = name + std::strlen(name);
  for (PtxVariable one = next_ptx_variable(text); one.end != nullptr; one = next_ptx_variable(one.end)) {
    if (one.bytes == 0 || !same_entry_name(one.name, one.name_end, name, name_end)) continue;
    const auto length = static_cast<std::size_t>(one.name_end - one.name);
    if (std::strncmp(one.name, name, length) == 0 && name[length] == '\0') return one.bytes;
    if (similar == 0) similar = one.bytes;
  }
  return similar;
}

}  // namespace gpu::detail

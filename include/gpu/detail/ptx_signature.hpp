/// The parameters of an entry, read from PTX text: enough to see that an image still fits the stubs.
#pragma once

#include <cstring>

#include <gpu/detail/ptx_header.hpp>

namespace gpu::detail {

constexpr bool is_name_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

constexpr bool is_hash_character(char c) noexcept { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

constexpr std::size_t hash_length(const char* text, const char* end) noexcept {
  std::size_t length = 0;
  while (text + length < end && is_hash_character(text[length])) ++length;
  return length;
}

/// Equal names, but for runs of eight or more hexadecimal digits: nvcc puts a hash that differs between two
/// compiles into the names of kernels that are static or in an anonymous namespace.
constexpr bool same_entry_name(const char* left, const char* left_end, const char* right,
                               const char* right_end) noexcept {
  while (left < left_end && right < right_end) {
    const std::size_t left_hash = hash_length(left, left_end);
    const std::size_t right_hash = hash_length(right, right_end);
    if (left_hash >= 8 && right_hash >= 8) {
      left += left_hash;
      right += right_hash;
    } else if (*left++ != *right++) {
      return false;
    }
  }
  return left == left_end && right == right_end;
}

/// A name as it stands in a PTX text: the name itself, else one that differs in its hash alone, else "".
[[gnu::cold]] inline Text find_ptx_name(const char* text, const char* name) {
  const char* const name_end = name + std::strlen(name);
  Text similar;
  while (*text != '\0') {
    while (*text != '\0' && !is_name_character(*text)) ++text;
    const char* const start = text;
    while (is_name_character(*text)) ++text;
    if (start == text || !same_entry_name(start, text, name, name_end)) continue;
    const auto length = static_cast<std::size_t>(text - start);
    if (length == static_cast<std::size_t>(name_end - name) && std::strncmp(start, name, length) == 0)
      return name;
    if (similar.empty()) similar.append(start, length);
  }
  return similar;
}

/// One entry of a PTX text.
struct PtxEntry {
  bool found = false;
  Text name;       ///< as it is in this text
  Text signature;  ///< its parameters without their names: "(.u64, .u32, .align 8 .b8[16])"
};

/// The parameters between `text`, which is behind the "(", and the ")", without names and attributes that are
/// no type.
[[gnu::cold]] inline Text ptx_parameters(const char* text) {
  Text result = "(";
  for (bool name_is_next = false; *text != '\0' && *text != ')';) {
    if (*text == '.') {
      const char* const start = text++;
      while (is_name_character(*text)) ++text;
      const auto length = static_cast<std::size_t>(text - start);
      const bool is_alignment = std::strncmp(start, ".align", length) == 0;
      if (std::strncmp(start, ".param", length) != 0 && std::strncmp(start, ".ptr", length) != 0) {
        if (name_is_next) result << " ";
        result.append(start, length);
        name_is_next = true;
      }
      if (is_alignment) {
        while (is_blank(*text)) ++text;
        const char* const digits = text;
        while (*text >= '0' && *text <= '9') ++text;
        (result << " ").append(digits, static_cast<std::size_t>(text - digits));
      }
    } else if (is_name_character(*text)) {
      while (is_name_character(*text)) ++text;
    } else if (*text == '[') {
      const std::size_t length = std::strcspn(text, "]");
      result.append(text, length);
      text += length;
      if (*text == ']') result.append(text++, 1);
    } else if (*text == ',') {
      result << ", ";
      name_is_next = false;
      ++text;
    } else {
      ++text;
    }
  }
  return std::move(result << ")");
}

/// Finds an entry by its name, or by a name that differs in its hash alone. text ends with a NUL.
[[gnu::cold]] inline PtxEntry find_ptx_entry(const char* text, const char* name) {
  PtxEntry similar;
  const char* const name_end = name + std::strlen(name);
  while ((text = std::strstr(text, ".entry")) != nullptr) {
    text += 6;
    const char* start = text;
    while (is_blank(*start) || *start == '\n') ++start;
    const char* end = start;
    while (is_name_character(*end)) ++end;
    if (start == text || !same_entry_name(start, end, name, name_end)) continue;
    const char* open = end;
    while (is_blank(*open) || *open == '\n') ++open;
    PtxEntry found{true, Text(), *open == '(' ? ptx_parameters(open + 1) : Text("()")};
    found.name.append(start, static_cast<std::size_t>(end - start));
    if (std::strcmp(found.name.c_str(), name) == 0) return found;
    if (!similar.found) {
      similar.found = true;
      similar.name << found.name;
      similar.signature << found.signature;
    }
  }
  return similar;
}

/// The entries of `text` that `other` lacks, with their parameters, each on a line of its own; "" for none. A
/// C++ kernel whose parameters changed is one: its name holds their types.
[[gnu::cold]] inline Text new_entries(const char* text, const char* other) {
  Text result;
  while ((text = std::strstr(text, ".entry")) != nullptr) {
    text += 6;
    while (is_blank(*text) || *text == '\n') ++text;
    const char* const start = text;
    while (is_name_character(*text)) ++text;
    if (start == text) continue;
    Text name;
    name.append(start, static_cast<std::size_t>(text - start));
    if (find_ptx_entry(other, name.c_str()).found) continue;
    while (is_blank(*text) || *text == '\n') ++text;
    result << "\n  " << name << " " << (*text == '(' ? ptx_parameters(text + 1) : Text("()"));
  }
  return result;
}

}  // namespace gpu::detail

#include "form.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

namespace conformance {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

struct Types {
  std::string last, before, wide, bits;
};

Types types_of(std::string_view name) {
  Types types;
  for (const std::string& piece : pieces_of(name)) {
    if (is_type(piece)) {
      types.before = types.last;
      types.last = piece;
    }
  }
  if (types.last == "pred" || types.last.empty()) {
    return types;
  }
  const unsigned width = 8 * info(kind_of(types.last)).bytes;
  types.bits = "b" + std::to_string(width);
  if (width < 64 && types.last.find('x') == std::string::npos) {
    types.wide = types.last[0] + std::to_string(2 * width);
  }
  return types;
}

std::vector<Kind> kinds_of(std::string_view list, const Types& types) {
  std::vector<Kind> kinds;
  for (const std::string& token : split(list, ',')) {
    kinds.push_back(kind_of(token == "T"   ? types.last
                            : token == "U" ? types.before
                            : token == "W" ? types.wide
                                           : token));
  }
  return kinds;
}

std::string default_body(std::size_t outputs, std::size_t inputs) {
  std::string body = "@ ";
  for (std::size_t k = 0; k < outputs + inputs; ++k) {
    body += k == 0 ? "" : ", ";
    body += k < outputs ? output_registers[k] : input_registers[k - outputs];
  }
  return body + ";";
}

}  // namespace

std::vector<std::string> expand_braces(std::string_view pattern) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos) {
    return {std::string(pattern)};
  }
  std::vector<std::string> alternatives;
  std::size_t start = open + 1;
  std::size_t at = start;
  for (int depth = 1; depth > 0; ++at) {
    if (at >= pattern.size()) {
      throw std::logic_error("unclosed brace in the pattern '" + std::string(pattern) + "'");
    }
    depth += pattern[at] == '{' ? 1 : pattern[at] == '}' ? -1 : 0;
    if (depth == 0 || (depth == 1 && pattern[at] == ',')) {
      alternatives.emplace_back(pattern.substr(start, at - start));
      start = at + 1;
    }
  }
  std::vector<std::string> names;
  for (const std::string& alternative : alternatives) {
    for (std::string& name : expand_braces(alternative + std::string(pattern.substr(at)))) {
      names.push_back(std::string(pattern.substr(0, open)) + name);
    }
  }
  return names;
}

std::vector<std::string> pieces_of(std::string_view name) {
  std::vector<std::string> pieces;
  for (const std::string& piece : split(name.substr(0, name.find(' ')), '.')) {
    for (std::string& part : split(piece, ':')) {
      if (!part.empty()) {
        pieces.push_back(std::move(part));
      }
    }
  }
  return pieces;
}

bool is_type(std::string_view piece) {
  static const std::set<std::string_view> types{
      "u8",  "s8",   "b8",  "u16", "s16",   "b16",   "u32",   "s32",    "b32",  "u64",  "s64",    "b64",
      "f16", "bf16", "f32", "f64", "f16x2", "u16x2", "s16x2", "bf16x2", "tf32", "pred", "e4m3x2", "e5m2x2"};
  return types.count(piece) != 0;
}

void FormList::add(std::string_view pattern, std::string_view signature, std::string_view body,
                   std::string_view declarations, Shape shape) {
  const std::size_t equals = signature.find('=');
  for (const std::string& name : expand_braces(pattern)) {
    const Types types = types_of(name);
    Form form;
    form.name = name;
    form.group = group_;
    form.outputs = kinds_of(signature.substr(0, equals), types);
    form.inputs = kinds_of(signature.substr(equals + 1), types);
    form.body = body.empty() ? default_body(form.outputs.size(), form.inputs.size()) : std::string(body);
    form.declarations = declarations;
    form.shape = shape;
    for (std::string* const text : {&form.body, &form.declarations}) {
      replace_all(*text, "@ ", name.substr(0, name.find(" [")) + " ");
      replace_all(*text, "$T", types.last);
      replace_all(*text, "$U", types.before);
      replace_all(*text, "$W", types.wide);
      replace_all(*text, "$B", types.bits);
      if (types.bits.size() > 1) {
        replace_all(*text, "$N", std::to_string(std::stoi(types.bits.substr(1)) / 8));
      }
      replace_all(*text, "$K", "k" + std::to_string(forms_.size()));
    }
    forms_.push_back(std::move(form));
  }
}

std::vector<Form> FormList::take() {
  std::set<std::string_view> names;
  for (const Form& form : forms_) {
    if (!names.insert(form.name).second) {
      throw std::logic_error("two forms are named '" + form.name + "'");
    }
  }
  return std::move(forms_);
}

const std::vector<Form>& all_forms() {
  static const std::vector<Form> forms = [] {
    FormList list;
    add_integer_forms(list);
    add_bit_forms(list);
    add_float_forms(list);
    add_half_forms(list);
    add_approximate_forms(list);
    add_convert_forms(list);
    add_compare_forms(list);
    add_data_forms(list);
    add_memory_forms(list);
    add_atomic_forms(list);
    add_warp_forms(list);
    add_block_forms(list);
    add_control_forms(list);
    return list.take();
  }();
  return forms;
}

}  // namespace conformance

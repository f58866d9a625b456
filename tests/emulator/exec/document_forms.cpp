/// Keeps the table of instructions in docs/emulator.md equal to the emulator's form table.

#include "exec/form.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace {

using gpu_emulator::exec::form_table;
using gpu_emulator::exec::FormTable;

constexpr char usage[] =
    "usage: emulator_document_forms              prints the table\n"
    "       emulator_document_forms --write FILE replaces the table in docs/emulator.md\n"
    "       emulator_document_forms --check FILE exits with 1 where FILE's table is out of date\n";
constexpr char begin_line[] = "<!-- forms: written by tests/emulator/exec/document_forms.cpp -->\n";
constexpr char end_line[] = "<!-- end of forms -->\n";

struct Row {
  std::vector<std::string> modifiers, types;
};

bool is_type(const std::string& word) {
  static const std::regex type("pred|tf32|e4m3x2|e5m2x2|(b|bf|f|s|u)[0-9]+(x[0-9])?");
  return std::regex_match(word, type);
}

void add_once(std::vector<std::string>& words, const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

/// Adds what follows the operation in a pattern such as `add{.rn|.rz|}.f32`.
void add_words(Row& row, const std::string& rest) {
  std::string word;
  for (const char letter : rest + ".") {
    if (std::strchr(".{|}", letter) == nullptr) {
      word += letter;
      continue;
    }
    if (!word.empty() && word != "!") add_once(is_type(word) ? row.types : row.modifiers, word);
    word.clear();
  }
}

/// The form table by operation, in Markdown.
std::string table_text() {
  const FormTable& table = form_table();
  std::map<std::string, Row> rows;
  for (unsigned i = 0; i < table.count; ++i) {
    const std::string pattern = table.forms[i].pattern;
    if (pattern[0] == '#') continue;  // the emulator's own
    const std::size_t end = std::min(pattern.find_first_of(".{"), pattern.size());
    add_words(rows[pattern.substr(0, end)], pattern.substr(end));
  }
  std::string text = "| operation | modifiers | types |\n|---|---|---|\n";
  for (const auto& [operation, row] : rows) {
    text += "| `" + operation + "` |";
    for (const std::string& word : row.modifiers) text += " ." + word;
    text += " |";
    for (const std::string& word : row.types) text += " " + word;
    text += " |\n";
  }
  return text;
}

int update(const std::string& path, bool write) {
  std::ifstream file(path);
  const std::string old{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = old.find(begin_line), end = old.find(end_line);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    std::fprintf(stderr, "emulator_document_forms: error: %s lacks the lines around the table:\n%s%s",
                 path.c_str(), begin_line, end_line);
    return 2;
  }
  const std::size_t start = begin + std::strlen(begin_line);
  const std::string text = old.substr(0, start) + table_text() + old.substr(end);
  if (text == old) return 0;
  if (!write) {
    std::fprintf(stderr,
                 "emulator_document_forms: error: the table of instructions in %s is not the emulator's; "
                 "emulator_document_forms --write %s replaces it\n",
                 path.c_str(), path.c_str());
    return 1;
  }
  std::ofstream out(path, std::ios::trunc);
  if (!(out << text).flush()) {
    std::fprintf(stderr, "emulator_document_forms: error: %s cannot be written\n", path.c_str());
    return 2;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string option = count > 1 ? arguments[1] : "";
  if (count == 1) {
    std::fputs(table_text().c_str(), stdout);
    return 0;
  }
  if (count == 3 && (option == "--write" || option == "--check"))
    return update(arguments[2], option == "--write");
  std::fputs(usage, stderr);
  return 2;
}

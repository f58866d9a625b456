#include "record.hpp"

#include <cstring>
#include <fstream>
#include <stdexcept>

namespace equality {

namespace {
constexpr char first_line[] = "gpu-emulator answers 1";

template <class T>
void put(std::string& out, T value, unsigned bytes = sizeof(T)) {
  const std::uint64_t wide = std::uint64_t(value);
  for (unsigned i = 0; i < bytes; ++i) out += char(wide >> (8 * i) & 255);
}
std::uint64_t take(std::istream& in, unsigned bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const int c = in.get();
    if (c < 0) throw std::runtime_error("the record ends early");
    value |= std::uint64_t(c) << (8 * i);
  }
  return value;
}
}  // namespace

void write_record(const std::string& path, const Record& record, const std::vector<Case>& cases,
                  bool all_values) {
  std::string out = std::string(first_line) + "\n" + record.description + "\ncases " +
                    std::to_string(record.answers.size()) + "\n";
  std::map<std::string, Tolerance> tolerance;
  for (const Case& each : cases) tolerance[each.form] = each.tolerance;
  for (const auto& [form, answers] : record.answers) {
    put(out, form.size(), 2);
    out += form;
    const bool values = !answers.refused && !answers.values.empty() &&
                        (all_values || tolerance[form] == Tolerance::approximate);
    put(out, answers.refused ? 0 : values ? 2 : 1, 1);
    put(out, answers.widths.size(), 1);
    for (const unsigned width : answers.widths) put(out, width, 1);
    put(out, answers.hash, 8);
    if (values)
      for (std::size_t r = 0; r < answers.widths.size(); ++r)
        for (const std::uint64_t value : answers.values[r]) put(out, value, answers.widths[r]);
  }
  const std::string unfinished = path + ".part";
  {
    std::ofstream file(unfinished, std::ios::binary);
    file.write(out.data(), std::streamsize(out.size()));
    if (!file.flush()) throw std::runtime_error("cannot write " + unfinished);
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) throw std::runtime_error("cannot write " + path);
}

Record read_record(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  Record record;
  std::string line;
  if (!std::getline(in, line) || line != first_line)
    throw std::runtime_error(path + " is no record of answers: its first line is not '" + first_line + "'");
  std::getline(in, record.description);
  std::getline(in, line);
  const std::size_t count = line.starts_with("cases ") ? std::stoul(line.substr(6)) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::string form(take(in, 2), 0);
    in.read(form.data(), std::streamsize(form.size()));
    Answers answers;
    const std::uint64_t state = take(in, 1);
    answers.refused = state == 0;
    answers.widths.resize(take(in, 1));
    for (unsigned& width : answers.widths) width = unsigned(take(in, 1));
    answers.hash = take(in, 8);
    if (state == 2) {
      answers.values.resize(answers.widths.size());
      for (std::size_t r = 0; r < answers.widths.size(); ++r)
        for (unsigned k = 0; k < kept; ++k) answers.values[r].push_back(take(in, answers.widths[r]));
    }
    record.answers.emplace(std::move(form), std::move(answers));
  }
  return record;
}

}  // namespace equality

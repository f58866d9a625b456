/// Runs every instruction form of the emulator's table on a driver, one instruction a kernel, and records or
/// compares the answers.

#include "driver.hpp"
#include "record.hpp"
#include "tolerance.hpp"

#include "exec/form.hpp"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

using namespace equality;

namespace {

constexpr char usage[] =
    "usage: emulator_equality --list                  prints the forms\n"
    "       emulator_equality --table                 prints the form table in Markdown (docs/emulator.md "
    "has it)\n"
    "       emulator_equality --ptx FOLDER            writes the modules' texts\n"
    "       emulator_equality --driver LIBCUDA [--record FILE [--all-values]] [--compare FILE] [--only TEXT] "
    "[--show N]\n"
    "LIBCUDA is the driver's library: libcuda.so.1, or libgpu_emulator.so with its path.\n"
    "Exit status: 0 all forms agree (or were recorded), 1 some differ, 2 wrong usage or a failing driver.\n";

constexpr std::size_t cases_of_module = 200;

struct Runner {
  Driver& driver;
  const std::vector<Case>& cases;
  Record& record;
  std::vector<std::vector<Driver::Address>> inputs;  ///< by kind, by position
  std::vector<std::vector<std::vector<std::uint64_t>>> values;
  Driver::Address out = 0;
  std::vector<std::uint64_t> cells = std::vector<std::uint64_t>(std::size_t(threads) * max_results);
  unsigned refused = 0;

  void prepare() {
    inputs.resize(value_kinds);
    values.resize(value_kinds);
    for (unsigned kind = 0; kind < value_kinds; ++kind)
      for (unsigned position = 0; position < max_sources; ++position) {
        values[kind].push_back(test_values(Values(kind), position));
        inputs[kind].push_back(driver.allocate(threads * 8));
        driver.write(inputs[kind].back(), values[kind].back().data(), threads * 8);
      }
    out = driver.allocate(cells.size() * 8);
  }

  /// Loads and runs cases [first, last); halves the range until what the driver refuses stands alone.
  void run(std::size_t first, std::size_t last) {
    if (first == last) return;
    std::string why;
    Driver::Module module = driver.load(module_text(cases, first, last), why);
    if (module == nullptr) {
      if (last - first == 1) {
        ++refused;
        record.answers[cases[first].form].refused = true;
        std::printf("refused  %s  (%s)\n", cases[first].form.c_str(), why.substr(0, 160).c_str());
        return;
      }
      const std::size_t middle = first + (last - first) / 2;
      run(first, middle);
      run(middle, last);
      return;
    }
    for (std::size_t i = first; i < last; ++i) run_case(module, i);
    driver.unload(module);
  }

  void run_case(Driver::Module module, std::size_t index) {
    const Case& each = cases[index];
    Driver::Address addresses[max_sources];
    void* parameters[1 + max_sources] = {&out};
    for (unsigned k = 0; k < max_sources; ++k) {
      addresses[k] = inputs[std::size_t(k < each.sources.size() ? each.sources[k] : Values::integer)][k];
      parameters[1 + k] = &addresses[k];
    }
    driver.clear(out, cells.size() * 8);
    driver.launch(module, "case_" + std::to_string(index), threads / block_size, block_size, parameters);
    driver.synchronize();
    driver.read(cells.data(), out, cells.size() * 8);
    Answers answers;
    answers.widths = each.results;
    answers.values.resize(each.results.size());
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (unsigned thread = 0; thread < threads; ++thread)
      for (std::size_t r = 0; r < each.results.size(); ++r) {
        const std::uint64_t value = cells[thread * max_results + r];
        for (unsigned byte = 0; byte < each.results[r]; ++byte)
          hash = (hash ^ (value >> (8 * byte) & 255)) * 0x100000001b3ull;
        if (thread < kept)
          answers.values[r].push_back(value &
                                      (each.results[r] == 8 ? ~0ull : (1ull << (8 * each.results[r])) - 1));
      }
    answers.hash = hash;
    record.answers[each.form] = std::move(answers);
  }
};

/// Number of forms that differ.
unsigned compare(const std::vector<Case>& cases, const Record& got, const Record& expected,
                 const Runner& runner, unsigned show) {
  unsigned differ = 0, agree = 0, unknown = 0, refused = 0;
  for (const Case& each : cases) {
    const auto mine = got.answers.find(each.form);
    if (mine == got.answers.end()) continue;
    const auto other = expected.answers.find(each.form);
    if (other == expected.answers.end()) {
      ++unknown;
      continue;
    }
    if (mine->second.refused || other->second.refused) {
      ++refused;
      continue;
    }
    unsigned wrong = 0;
    std::string examples;
    if (!other->second.values.empty()) {
      for (unsigned thread = 0; thread < kept; ++thread)
        for (std::size_t r = 0; r < each.results.size(); ++r) {
          const std::uint64_t a = mine->second.values[r][thread], b = other->second.values[r][thread];
          if (each.tolerance == Tolerance::exact ? a == b : within_bound(each.form, a, b)) continue;
          if (++wrong > show) continue;
          char line[96];
          examples += "    operands";
          for (std::size_t k = 0; k < each.sources.size(); ++k) {
            std::snprintf(line, sizeof line, " 0x%" PRIx64,
                          runner.values[std::size_t(each.sources[k])][k][thread]);
            examples += line;
          }
          std::snprintf(line, sizeof line,
                        ": got 0x%" PRIx64 ", expected 0x%" PRIx64 " (result %zu, test %u)\n", a, b, r,
                        thread);
          examples += line;
        }
    }
    if (each.tolerance == Tolerance::exact && wrong == 0 && mine->second.hash != other->second.hash) {
      ++wrong;
      examples = other->second.values.empty() ? "    only the hash of the answers is recorded\n"
                                              : "    among the answers that are recorded as a hash\n";
    }
    if (wrong == 0) {
      ++agree;
      continue;
    }
    ++differ;
    std::printf("differs  %s  (%u of %u answers)\n%s", each.form.c_str(), wrong,
                kept * unsigned(each.results.size()), examples.c_str());
  }
  std::printf("%u forms agree, %u differ, %u not recorded, %u refused by one of the drivers\n", agree, differ,
              unknown, refused);
  return differ;
}

bool is_type(const std::string& word) {
  if (word == "pred" || word == "tf32" || word.starts_with("e4m3") || word.starts_with("e5m2")) return true;
  const std::size_t digits = word.starts_with("bf") ? 2 : 1;
  return word.size() > digits && std::strchr("busf", word[0]) != nullptr && word[digits] >= '0' &&
         word[digits] <= '9';
}

/// The form table by operation: what docs/emulator.md shows.
std::string table_text() {
  const gpu_emulator::exec::FormTable& table = gpu_emulator::exec::form_table();
  struct Row {
    std::vector<std::string> modifiers, types;
  };
  std::map<std::string, Row> rows;
  for (unsigned i = 0; i < table.count; ++i) {
    const std::string pattern = table.forms[i].pattern;
    if (pattern[0] == '#') continue;
    const std::size_t end = std::min(pattern.find_first_of(".{"), pattern.size());
    Row& row = rows[pattern.substr(0, end)];
    std::string word;
    for (std::size_t k = end; k <= pattern.size(); ++k) {
      if (k < pattern.size() && std::strchr(".{|}", pattern[k]) == nullptr) {
        word += pattern[k];
        continue;
      }
      std::vector<std::string>& words = is_type(word) ? row.types : row.modifiers;
      if (!word.empty() && word != "!" && std::find(words.begin(), words.end(), word) == words.end())
        words.push_back(word);
      word.clear();
    }
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

/// 0 when the file holds the table as it is.
int check_table(const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.find(table_text()) != std::string::npos) return 0;
  std::fprintf(
      stderr,
      "%s does not hold the form table as it is now: replace it by what emulator_equality --table prints\n",
      path.c_str());
  return 1;
}

int run(int count, char** arguments) {
  std::string driver_path, record_path, compare_path, only, folder;
  bool list = false, all_values = false;
  unsigned show = 3;
  for (int i = 1; i < count; ++i) {
    const std::string option = arguments[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= count) throw std::invalid_argument(option + " needs a value");
      return arguments[++i];
    };
    if (option == "--list")
      list = true;
    else if (option == "--table") {
      std::fputs(table_text().c_str(), stdout);
      return 0;
    } else if (option == "--check-table")
      return check_table(value());
    else if (option == "--all-values")
      all_values = true;
    else if (option == "--ptx")
      folder = value();
    else if (option == "--driver")
      driver_path = value();
    else if (option == "--record")
      record_path = value();
    else if (option == "--compare")
      compare_path = value();
    else if (option == "--only")
      only = value();
    else if (option == "--show")
      show = unsigned(std::stoul(value()));
    else
      throw std::invalid_argument("unknown option " + option);
  }
  std::vector<Case> cases = all_cases();
  if (!only.empty())
    std::erase_if(cases, [&](const Case& each) { return each.form.find(only) == std::string::npos; });
  if (list) {
    for (const Case& each : cases) std::printf("%s\n", each.form.c_str());
    return 0;
  }
  if (!folder.empty()) {
    for (std::size_t first = 0; first < cases.size(); first += cases_of_module)
      std::ofstream(folder + "/module_" + std::to_string(first) + ".ptx")
          << module_text(cases, first, std::min(cases.size(), first + cases_of_module));
    return 0;
  }
  if (driver_path.empty()) throw std::invalid_argument("--driver, --list or --ptx is needed");
  Driver driver(driver_path);
  Record record;
  record.description = driver.description();
  std::printf("%s: %zu forms, %u tests each\n", record.description.c_str(), cases.size(), threads);
  Runner runner{driver, cases, record, {}, {}, 0};
  runner.prepare();
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t first = 0; first < cases.size(); first += cases_of_module)
    runner.run(first, std::min(cases.size(), first + cases_of_module));
  std::printf("ran in %.1f s, %u forms refused\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
              runner.refused);
  if (!record_path.empty()) write_record(record_path, record, cases, all_values);
  if (!compare_path.empty()) {
    const Record expected = read_record(compare_path);
    std::printf("compared with %s\n", expected.description.c_str());
    return compare(cases, record, expected, runner, show) == 0 ? 0 : 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count, arguments);
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "emulator_equality: %s\n%s", error.what(), usage);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "emulator_equality: %s\n", error.what());
  }
  return 2;
}

// Compares what the driver under test answers to each misuse with what the real driver answered.
//
//   answers_test                 all rows, as tests
//   answers_test --table         the rows as a table: name, expected, got
//   DRIVER_UNDER_TEST=libcuda.so.1 answers_test --table      the same on a GPU
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>

#include "cases.hpp"
#include "cases_parts.hpp"
#include "driver_under_test.hpp"

namespace driver_test {

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> rows;
    add_setup_cases(rows);
    add_image_cases(rows);
    add_launch_cases(rows);
    add_memory_cases(rows);
    add_sticky_cases(rows);
    return rows;
  }();
  return all;
}

namespace {

/// Runs one row in a process of its own; its answers, or how the process ended.
std::string answers_of(const Case& row) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  std::string output;
  FILE* child = popen(("exec timeout 60 '" + program + "' --case " + row.name + " 2>/dev/null").c_str(), "r");
  if (child == nullptr) return "cannot start a process";
  std::array<char, 256> buffer;
  while (std::fgets(buffer.data(), buffer.size(), child) != nullptr) {
    // The row's own line; a kernel's assertion may print others.
    if (std::strncmp(buffer.data(), "answers: ", 9) == 0) output = buffer.data() + 9;
  }
  const int status = pclose(child);
  if (status != 0) return "process ended with status " + std::to_string(status);
  while (!output.empty() && output.back() == '\n') output.pop_back();
  return output;
}

bool is_expected(const Case& row, const std::string& got) {
  if (got == row.expected) return true;
  return std::getenv("DRIVER_UNDER_TEST") != nullptr && row.also_on_gpu != nullptr && got == row.also_on_gpu;
}

class Answer : public testing::TestWithParam<Case> {};

TEST_P(Answer, IsTheRealDrivers) {
  const std::string got = answers_of(GetParam());
  EXPECT_TRUE(is_expected(GetParam(), got)) << "got " << got << ", expected " << GetParam().expected;
}

INSTANTIATE_TEST_SUITE_P(Driver, Answer, testing::ValuesIn(cases()),
                         [](const auto& row) { return std::string(row.param.name); });

int print_table() {
  int different = 0;
  for (const Case& row : cases()) {
    const std::string got = answers_of(row);
    const bool same = is_expected(row, got);
    different += !same;
    std::printf("%-42s %-24s %-24s %s\n", row.name, row.expected, got.c_str(), same ? "" : "DIFFERS");
  }
  std::printf("%zu rows, %d differ (driver: %s)\n", cases().size(), different, driver_path());
  return different == 0 ? 0 : 1;
}

int run_case(const char* name) {
  for (const Case& row : cases()) {
    if (std::strcmp(row.name, name) != 0) continue;
    try {
      std::printf("answers: %s\n", row.run().c_str());
      return 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", name, error.what());
      return 3;
    }
  }
  std::fprintf(stderr, "no such case: %s\n", name);
  return 2;
}

}  // namespace
}  // namespace driver_test

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--case") == 0) return driver_test::run_case(argv[2]);
  if (argc == 2 && std::strcmp(argv[1], "--table") == 0) return driver_test::print_table();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

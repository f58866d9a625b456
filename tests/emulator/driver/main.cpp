// Runs the tests as GoogleTest does, or each in a process of its own:
//
//   driver_api_test                                              as any GoogleTest program
//   DRIVER_UNDER_TEST=libcuda.so.1 driver_api_test --each        on a GPU, where a test may crash or hang,
//                                                                or leave a context that failed, without harm
//                                                                to the others
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "driver_under_test.hpp"

namespace driver_test {
namespace {

constexpr int seconds_a_test = 60;

struct Ending {
  int status = 0;
  std::string output;
};

Ending run_alone(const std::string& name) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = "exec timeout " + std::to_string(seconds_a_test) + " '" + program +
                              "' --gtest_filter=" + name + " 2>&1";
  Ending ending;
  FILE* child = popen(command.c_str(), "r");
  if (child == nullptr) return {-1, "cannot start a process\n"};
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), child) != nullptr) ending.output += buffer.data();
  ending.status = pclose(child);
  return ending;
}

/// The reason that a skipped test gave: the line behind the place.
std::string reason_of(const std::string& output) {
  const std::size_t place = output.find(": Skipped\n");
  if (place == std::string::npos) return {};
  const std::size_t start = place + std::strlen(": Skipped\n");
  return output.substr(start, output.find('\n', start) - start);
}

int run_each() {
  int passed = 0, skipped = 0, failed = 0;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) {
      const std::string name = std::string(suite.name()) + "." + suite.GetTestInfo(k)->name();
      const Ending ending = run_alone(name);
      const bool left_out = ending.output.find("[  SKIPPED ]") != std::string::npos;
      const char* verdict = ending.status != 0 ? "FAILED" : left_out ? "skipped" : "passed";
      ++(ending.status != 0 ? failed : left_out ? skipped : passed);
      std::printf("%-8s %-60s %s\n", verdict, name.c_str(),
                  ending.status == 0 ? reason_of(ending.output).c_str() : "");
      if (ending.status != 0) std::printf("  status %d\n%s", ending.status, ending.output.c_str());
      std::fflush(stdout);
    }
  }
  std::printf("%d passed, %d skipped, %d failed (driver: %s)\n", passed, skipped, failed, driver_path());
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace driver_test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc == 2 && std::strcmp(argv[1], "--each") == 0) return driver_test::run_each();
  return RUN_ALL_TESTS();
}

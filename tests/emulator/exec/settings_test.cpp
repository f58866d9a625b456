/// GPU_EMULATOR_*: what is understood, and what is said of the rest.

#include "exec/environment.hpp"
#include "exec/launch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace gpu_emulator {
namespace {

/// Sets a variable for the length of a test.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value, 1);
  }
  ~Variable() {
    if (old_.empty())
      unsetenv(name_);
    else
      setenv(name_, old_.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string old_;
};

std::string said(const char* name, const char* value) {
  const Variable variable(name, value);
  testing::internal::CaptureStderr();
  Settings::from_environment();
  return testing::internal::GetCapturedStderr();
}

TEST(Settings, CountsAndSuffixes) {
  EXPECT_EQ(parse_count("12"), 12u);
  EXPECT_EQ(parse_count("0x1F"), 31u);
  EXPECT_EQ(parse_count("3K", true), 3072u);
  EXPECT_EQ(parse_count("2MiB", true), 2u << 20);
  EXPECT_EQ(parse_count("1G", true), 1u << 30);
  for (const char* wrong : {"", "x", "-1", "1.5", "3K", "12 ", " 12", "0x", "99999999999999999999"})
    EXPECT_FALSE(parse_count(wrong)) << wrong;
  EXPECT_FALSE(parse_count("99999999999G", true));
}

TEST(Settings, WhatIsUnderstoodIsTakenInSilence) {
  EXPECT_EQ(said("GPU_EMULATOR_THREADS", "7"), "");
  EXPECT_EQ(said("GPU_EMULATOR_SEED", "18446744073709551615"), "");
  EXPECT_EQ(said("GPU_EMULATOR_SEED", ""), "");
  EXPECT_EQ(said("GPU_EMULATOR_ISA", "portable"), "");
  const Variable threads("GPU_EMULATOR_THREADS", "7"), seed("GPU_EMULATOR_SEED", "0x10"),
      check("GPU_EMULATOR_INITCHECK", "0"), barriers("GPU_EMULATOR_SYNCCHECK", "0"),
      budget("GPU_EMULATOR_BUDGET", "5");
  const Settings settings = Settings::from_environment();
  EXPECT_EQ(settings.threads, 7u);
  EXPECT_EQ(settings.seed, 16u);
  EXPECT_EQ(settings.budget, 5u);
  EXPECT_FALSE(settings.initcheck);
  EXPECT_FALSE(settings.barrier_check);
}

TEST(Settings, TheRestIsReportedOnceWithWhatIsAccepted) {
  EXPECT_EQ(said("GPU_EMULATOR_SEED", "lucky"),
            "gpu_emulator: warning: GPU_EMULATOR_SEED=lucky is not understood; expected a number; using 0\n");
  EXPECT_NE(said("GPU_EMULATOR_THREADS", "0")
                .find("GPU_EMULATOR_THREADS=0 is not understood; expected a count from 1 to 256"),
            std::string::npos);
  EXPECT_NE(said("GPU_EMULATOR_THREADS", "many").find("GPU_EMULATOR_THREADS=many"), std::string::npos);
  EXPECT_NE(said("GPU_EMULATOR_INITCHECK", "off").find("expected 0 or 1; using 1"), std::string::npos);
  EXPECT_NE(said("GPU_EMULATOR_SYNCCHECK", "2").find("expected 0 or 1; using 1"), std::string::npos);
  EXPECT_NE(said("GPU_EMULATOR_BUDGET", "-1").find("GPU_EMULATOR_BUDGET=-1"), std::string::npos);
  EXPECT_NE(said("GPU_EMULATOR_ISA", "sse")
                .find("GPU_EMULATOR_ISA=sse is not understood; expected portable, avx2 or avx512"),
            std::string::npos);
}

}  // namespace
}  // namespace gpu_emulator

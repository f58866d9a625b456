#include <gtest/gtest.h>
#include <cstdlib>
#include <string>

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "unset" : value;
}

class Values : public testing::TestWithParam<const char*> {};

TEST(Driver, IsTheOneOfTheSet) {
  EXPECT_EQ(variable("GPU_DRIVER"), "emulator");
  EXPECT_EQ(variable("ONE") + variable("TWO"), "12");
}

TEST_P(Values, HaveBrackets) { EXPECT_EQ(variable("GPU_DRIVER"), "emulator"); }
INSTANTIATE_TEST_SUITE_P(Odd, Values, testing::Values("[", "a;b"));

}  // namespace

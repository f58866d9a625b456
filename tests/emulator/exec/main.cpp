/// The tests, with a budget of their own: some are about kernels that would never end.

#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("GPU_EMULATOR_BUDGET", "30000000", 0);
  return RUN_ALL_TESTS();
}

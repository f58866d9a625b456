// Each library holds `which`, which writes 900 where its code was compiled for compute capability 9.0 or
// later, else 1.

#include <gtest/gtest.h>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <machine_code_alone.hpp>
#include <machine_code_and_ptx.hpp>
#include <several_ptx.hpp>
#include <string_view>
#include <vector>

namespace {

class Images : public testing::Test {
 protected:
  template <class Which>
  int run(const Which& which) {
    gpu::Stream stream;
    auto out = gpu::DeviceBuffer<int>::zeroed(1);
    which({.grid = 1, .block = 1, .stream = stream}, out);
    stream.synchronize();
    std::vector<int> host(1);
    out.copy_to(host);
    return host[0];
  }

  static bool on_emulator() {
    const char* driver = std::getenv("GPU_DRIVER");
    return driver != nullptr && std::string_view(driver) == "emulator";
  }

  int major() const { return gpu::Device{0}.compute_capability().major; }

  gpu::Context context_{gpu::Device{0}};
};

TEST_F(Images, TheNewestPtxThatTheDeviceTakesIsRun) {
  EXPECT_EQ(run(several_ptx::which), major() >= 9 ? 900 : 1);
}

TEST_F(Images, MachineCodeIsTakenBeforePtx) {
  const bool has_machine_code = major() == 9 && !on_emulator();
  EXPECT_EQ(run(machine_code_and_ptx::which), has_machine_code ? 900 : 1);
}

TEST_F(Images, MachineCodeAloneRunsWhereItWasCompiledFor) {
  if (!on_emulator() && (major() == 8 || major() == 9)) {
    EXPECT_EQ(run(machine_code_alone::which), major() == 9 ? 900 : 1);
    return;
  }
  try {
    run(machine_code_alone::which);
    FAIL() << "there is no code for this device";
  } catch (const gpu::Error& error) {
    EXPECT_EQ(error.status(), gpu::Status::no_binary_for_gpu) << error.what();
    EXPECT_NE(std::string_view(error.what()).find("machine_code_alone"), std::string_view::npos)
        << error.what();
  }
}

}  // namespace

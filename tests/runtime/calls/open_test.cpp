// Which driver is opened, and what is said when none can be.
#include <cstdlib>

#include "../fake_driver/load.hpp"
#include "fixture.hpp"

namespace {

/// Sets GPU_DRIVER for a scope.
class Choice {
 public:
  explicit Choice(const char* value) : before_(std::getenv("GPU_DRIVER")) {
    value == nullptr ? unsetenv("GPU_DRIVER") : setenv("GPU_DRIVER", value, 1);
  }
  ~Choice() { setenv("GPU_DRIVER", before_.c_str(), 1); }

 private:
  std::string before_;
};

class Open : public Calls {};

TEST_F(Open, AcceptsAPath) {
  const gpu::driver::Api api = gpu::driver::detail::open();
  EXPECT_EQ(api.version, 13000);
  EXPECT_EQ(fake::driver_path(), api.origin);
  EXPECT_EQ(driver.count("cuInit"), 1);
}

TEST_F(Open, IsOpenedOnceAProcess) {
  gpu::Device::count();
  gpu::Device::count();
  EXPECT_EQ(driver.count("cuInit"), 0);
}

TEST_F(Open, SaysThatThereIsNoDriverAndNamesTheEmulator) {
  const Choice choice(nullptr);
  try {
    gpu::driver::detail::open();
    GTEST_SKIP() << "this system has a CUDA driver";
  } catch (const gpu::Error& error) {
    EXPECT_EQ(error.status(), gpu::Status::no_device);
    expect_contains(error.what(), {"there is no CUDA driver", "libcuda.so.1", "GPU_DRIVER=emulator"});
  }
}

TEST_F(Open, TreatsAnEmptyChoiceAsUnset) {
  const Choice choice("");
  try {
    EXPECT_STREQ(gpu::driver::detail::open().origin, "libcuda.so.1");
  } catch (const gpu::Error& error) {
    EXPECT_EQ(error.status(), gpu::Status::no_device);
  }
}

TEST_F(Open, NamesAPathThatCannotBeOpened) {
  const Choice choice("/no/such/driver.so");
  expect_contains(message_of([] { gpu::driver::detail::open(); }),
                  {"GPU_DRIVER=/no/such/driver.so", "cannot be opened", "the word emulator"});
}

TEST_F(Open, RefusesALibraryThatIsNoDriver) {
  const Choice choice("libm.so.6");
  expect_contains(message_of([] { gpu::driver::detail::open(); }), {"libm.so.6 is no CUDA driver"});
}

TEST_F(Open, RefusesADriverOlderThan12) {
  driver.version = 11080;
  expect_contains(message_of([] { gpu::driver::detail::open(); }),
                  {"supports CUDA 11.8", "CUDA 12.0 or later is needed"});
  EXPECT_EQ(status_of([] { gpu::driver::detail::open(); }), gpu::Status::call_requires_newer_driver);
  EXPECT_EQ(driver.count("cuInit"), 0);
}

TEST_F(Open, AcceptsTheOldestSupportedDriver) {
  driver.version = 12000;
  EXPECT_EQ(gpu::driver::detail::open().version, 12000);
}

TEST_F(Open, NamesAFunctionThatTheDriverLacks) {
  driver.hidden.insert("cuLibraryLoadData");
  expect_contains(message_of([] { gpu::driver::detail::open(); }),
                  {"has no function cuLibraryLoadData", "12.0"});
}

TEST_F(Open, ReportsAFailingInitialisation) {
  driver.fail("cuInit", gpu::Status::no_device);
  expect_contains(message_of([] { gpu::driver::detail::open(); }),
                  {"cuInit failed with CUDA_ERROR_NO_DEVICE", "text of the driver", "GPU_DRIVER=emulator"});
}

TEST_F(Open, ExplainsTheToolkitsStub) {
  driver.fail("cuInit", gpu::Status::stub_library);
  expect_contains(message_of([] { gpu::driver::detail::open(); }), {"link-time stub", "LD_LIBRARY_PATH"});
  driver.fail("cuDriverGetVersion", gpu::Status::stub_library);
  expect_contains(message_of([] { gpu::driver::detail::open(); }), {"link-time stub", "LD_LIBRARY_PATH"});
}

TEST_F(Open, CanBeTriedAgain) {
  driver.fail("cuInit", gpu::Status::no_device);
  EXPECT_THROW(gpu::driver::detail::open(), gpu::Error);
  EXPECT_NO_THROW(gpu::driver::detail::open());
}

TEST_F(Open, SaysWhereItLookedForTheEmulator) {
  const Choice choice("emulator");
  try {
    expect_contains(gpu::driver::detail::open().origin, {"libgpu_emulator.so"});
  } catch (const gpu::Error& error) {
    expect_contains(error.what(), {"GPU_DRIVER=emulator", "libgpu_emulator.so", "beside the program"});
  }
}

}  // namespace

// Loading: once, lazily, retried after a failure, and what is said when it fails.
#include <thread>
#include <vector>

#include "fixture.hpp"

namespace {

class LibraryCalls : public Calls {
 protected:
  gpu::Context context{gpu::Device{0}};
};

TEST_F(LibraryCalls, LoadsAtFirstUseAndOnce) {
  FreshLibrary library;
  EXPECT_EQ(driver.count("cuLibraryLoadData"), 0);
  library.launch({.grid = 1, .block = 1});
  library.launch({.grid = 1, .block = 1});
  EXPECT_EQ(driver.count("cuLibraryLoadData"), 1);
  EXPECT_EQ(driver.count("cuLibraryGetKernel"), 1);
}

TEST_F(LibraryCalls, LoadsOnceWhateverTheThread) {
  FreshLibrary library;
  std::vector<std::thread> threads;
  for (int index = 0; index < 8; ++index) {
    threads.emplace_back([&] {
      context.make_current();
      library.launch({.grid = 1, .block = 1});
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(driver.loads.load(), 1);
  EXPECT_EQ(driver.launches.size(), 8U);
}

TEST_F(LibraryCalls, LoadsAheadOfTime) {
  FreshLibrary library;
  library.library.load();
  EXPECT_EQ(driver.count("cuLibraryGetKernel"), 1);
  EXPECT_EQ(driver.count("cuKernelGetAttribute"), 1);
}

TEST_F(LibraryCalls, TriesAFailedLoadAgain) {
  FreshLibrary library;
  driver.fail("cuLibraryLoadData", gpu::Status::out_of_memory);
  EXPECT_THROW(library.launch({.grid = 1, .block = 1}), gpu::Error);
  library.launch({.grid = 1, .block = 1});
  EXPECT_EQ(driver.launches.size(), 1U);
}

TEST_F(LibraryCalls, ShowsTheJitLog) {
  FreshLibrary library;
  driver.jit_log =
      "ptxas application ptx input, line 7; fatal   : Parsing error near 'ad'\nptxas fatal   : aborted\n";
  driver.fail("cuLibraryLoadData", gpu::Status::invalid_ptx);
  expect_contains(
      message_of([&] { library.launch({.grid = 1, .block = 1}); }),
      {"cannot load an image of the kernel library fresh (scale.cu)", "CUDA_ERROR_INVALID_PTX (218)",
       "compiled for sm_75 (PTX ISA 9.0)",
       "The driver's compiler says:\n  ptxas application ptx input, line 7", "\n  ptxas fatal   : aborted"});
}

TEST_F(LibraryCalls, DoesNotShowTheLogOfAnEarlierFailure) {
  FreshLibrary library;
  driver.jit_log = "the old log";
  driver.fail("cuLibraryLoadData", gpu::Status::invalid_ptx);
  EXPECT_THROW(library.launch({.grid = 1, .block = 1}), gpu::Error);
  library.launch({.grid = 1, .block = 1});
  driver.fail("cuLaunchKernel", gpu::Status::unknown);
  EXPECT_EQ(message_of([&] { library.launch({.grid = 1, .block = 1}); }).find("old log"), std::string::npos);
}

TEST_F(LibraryCalls, TheFirstLaunchAsksTheDriverForNothingThatItCanDoWithout) {
  const gpu::Stream stream;
  FreshLibrary library;
  driver.calls.clear();
  library.launch({.grid = 4, .block = 256, .stream = stream});
  EXPECT_EQ(driver.calls, (std::vector<std::string>{"cuThreadExchangeStreamCaptureMode", "cuLibraryLoadData",
                                                    "cuLibraryGetKernel", "cuStreamIsCapturing",
                                                    "cuLaunchKernel", "cuThreadExchangeStreamCaptureMode"}));
}

TEST_F(LibraryCalls, AFirstLaunchThatNoDeviceCouldMindIsCheckedOnlyWhenRefused) {
  FreshLibrary library;
  driver.fail("cuLaunchKernel", gpu::Status::invalid_value);
  library.launch({.grid = 4, .block = 256});
  EXPECT_EQ(driver.launches.size(), 1U);
  FreshLibrary other;
  expect_contains(message_of([&] { other.launch({.grid = 4, .block = 1025}); }), {"block.x is 1025"});
}

TEST_F(LibraryCalls, NamesBothVersionsWhenThePtxIsNewer) {
  FreshLibrary library;
  driver.fail("cuLibraryLoadData", gpu::Status::unsupported_ptx_version);
  expect_contains(message_of([&] { library.launch({.grid = 1, .block = 1}); }),
                  {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)", "PTX ISA 9.0", "supports CUDA 13.0",
                   "Update the driver", "or older"});
}

TEST_F(LibraryCalls, NamesAKernelThatTheImageLacks) {
  FreshLibrary library(".version 9.0\n.target sm_75\n other\n");
  expect_contains(
      message_of([&] { library.launch({.grid = 1, .block = 1}); }),
      {"cannot load the kernel scale of the kernel library fresh (scale.cu)", "CUDA_ERROR_NOT_FOUND (500)"});
}

TEST_F(LibraryCalls, ListsImagesAndKernels) {
  FreshLibrary library;
  EXPECT_STREQ(library.library.name(), "fresh");
  ASSERT_EQ(library.library.image_count(), 1U);
  EXPECT_STREQ(library.library.image(0).source, "scale.cu");
  ASSERT_EQ(library.library.kernel_count(), 1U);
  EXPECT_STREQ(library.library.kernel(0).name(), "scale");
}

}  // namespace

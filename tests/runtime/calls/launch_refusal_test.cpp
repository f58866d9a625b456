// What is said when the driver itself refuses a launch.
#include <cstdlib>

#include "fixture.hpp"

namespace {

using gpu::driver::FunctionAttribute;

class LaunchRefusal : public Calls {
 protected:
  LaunchRefusal() { library.launch({.grid = 1, .block = 1}); }

  std::string refusal(gpu::Status status, const gpu::LaunchConfig& config,
                      const char* call = "cuLaunchKernel") {
    driver.fail(call, status, 2);
    const std::string message = message_of([&] { library.launch(config); });
    driver.failures.clear();
    expect_contains(message, {"cannot launch scale {", call, gpu::status_name(status)});
    return message;
  }

  gpu::Context context{gpu::Device{0}};
  FreshLibrary library;
};

TEST_F(LaunchRefusal, TooManyRegistersForTheBlock) {
  driver.kernels["scale"].attributes = {{FunctionAttribute::max_threads_per_block, 640},
                                        {FunctionAttribute::num_regs, 96}};
  expect_contains(message_of([&] { library.launch({.grid = 1, .block = 1024}); }),
                  {"block has 1024 threads", "with 96 registers a thread",
                   "at most 640 on device 0 (Fake Device)", "__launch_bounds__(1024)"});
  expect_contains(refusal(gpu::Status::launch_out_of_resources, {.grid = 1, .block = 1024}),
                  {"with 96 registers a thread"});
}

TEST_F(LaunchRefusal, CooperativeGridTooLarge) {
  const auto message = refusal(gpu::Status::cooperative_launch_too_large,
                               {.grid = 100, .block = 512, .cooperative = true}, "cuLaunchKernelEx");
  expect_contains(message, {"grid has 100 blocks", "holds 4 on each of its 4 multiprocessors"});
}

TEST_F(LaunchRefusal, AnEarlierKernelsFaultComesFirst) {
  const gpu::Stream stream;
  const gpu::LaunchConfig config{.grid = 1, .block = 1, .stream = stream};
  const auto expect_advice = [](const std::string& message) {
    EXPECT_EQ(message.find("a kernel launched earlier failed, and its context takes no more work: cannot"),
              0U)
        << message;
    expect_contains(message, {"text of the driver. To find it, run with CUDA_LAUNCH_BLOCKING=1",
                              "compute-sanitizer", "GPU_DRIVER=emulator"});
  };
  expect_advice(refusal(gpu::Status::illegal_address, config));
  driver.fail("cuLaunchKernel", gpu::Status::illegal_address);
  expect_advice(refusal(gpu::Status::illegal_address, config, "cuStreamGetCtx"));
}

TEST_F(LaunchRefusal, OnTheEmulatorAnEarlierFaultHasAReport) {
  driver.devices[0].name = "GpuKernels emulator (CPU)";
  const std::string message = refusal(gpu::Status::illegal_address, {.grid = 1, .block = 1});
  expect_contains(message, {"text of the driver. The emulator's report on stderr says which kernel"});
  EXPECT_EQ(message.find("CUDA_LAUNCH_BLOCKING"), std::string::npos) << message;
}

TEST_F(LaunchRefusal, AnEarlierFaultIsNotAFailedLoad) {
  FreshLibrary next;
  driver.fail("cuLibraryGetKernel", gpu::Status::misaligned_address);
  const std::string message = message_of([&] { next.launch({.grid = 1, .block = 1}); });
  EXPECT_EQ(message.find("a kernel launched earlier failed"), 0U) << message;
  expect_contains(message, {"cannot load", "CUDA_LAUNCH_BLOCKING=1"});
}

TEST_F(LaunchRefusal, AStreamThatIsGone) {
  const gpu::Stream stream;
  expect_contains(refusal(gpu::Status::invalid_handle, {.grid = 1, .block = 1, .stream = stream}),
                  {"the stream was destroyed, or belongs to another context"});
}

TEST_F(LaunchRefusal, ACodeThatThisVersionDoesNotKnow) {
  driver.fail("cuLaunchKernel", static_cast<gpu::Status>(12345));
  try {
    library.launch({.grid = 1, .block = 1});
    ADD_FAILURE();
  } catch (const gpu::Error& error) {
    EXPECT_EQ(static_cast<int>(error.status()), 12345);
    expect_contains(error.what(), {"unknown CUresult (12345)"});
  }
}

TEST_F(LaunchRefusal, ImageForAnotherArchitecture) {
  expect_contains(refusal(gpu::Status::no_binary_for_gpu, {.grid = 1, .block = 1}),
                  {"compiled for sm_75", "PTX ISA 9.0"});
}

/// CUDA_LAUNCH_BLOCKING=1 for a test.
class LaunchBlocking : public Calls {
 protected:
  LaunchBlocking() { setenv("CUDA_LAUNCH_BLOCKING", "1", 1); }
  ~LaunchBlocking() override { unsetenv("CUDA_LAUNCH_BLOCKING"); }

  gpu::Context context{gpu::Device{0}};
  FreshLibrary library;
};

TEST_F(LaunchBlocking, AFaultIsReportedWithItsKernel) {
  // The real driver may answer with the fault at the launch itself, or at the wait behind it.
  for (const char* const call : {"cuLaunchKernel", "cuStreamSynchronize", "cuLaunchKernel"}) {
    driver.fail(call, gpu::Status::misaligned_address);
    try {
      library.launch({.grid = 3, .block = 32});
      ADD_FAILURE() << "the fault was not reported";
    } catch (const gpu::Error& error) {
      EXPECT_EQ(error.status(), gpu::Status::misaligned_address);
      EXPECT_STREQ(error.kernel(), "scale");
      expect_contains(error.what(), {"the kernel scale {grid 3 x 1 x 1, block 32 x 1 x 1",
                                     "CUDA_ERROR_MISALIGNED_ADDRESS"});
    }
  }
  library.launch({.grid = 1, .block = 1, .cooperative = true});
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), 1);
  EXPECT_EQ(driver.calls.back(), "cuStreamSynchronize");
}

TEST_F(LaunchBlocking, AnEarlierFaultIsNotBlamedOnTheKernel) {
  driver.fail("cuCtxSynchronize", gpu::Status::illegal_address);
  expect_contains(message_of([&] { library.launch({.grid = 1, .block = 1}); }),
                  {"a kernel launched earlier failed"});
}

TEST_F(LaunchBlocking, CapturedLaunchesDoNotWait) {
  const gpu::Stream stream;
  const gpu::Graph graph =
      gpu::Graph::capture(stream, [&] { library.launch({.grid = 1, .block = 1, .stream = stream}); });
  EXPECT_EQ(driver.count("cuStreamSynchronize"), 0);
  EXPECT_EQ(graph.node_count(), 1U);
}

}  // namespace

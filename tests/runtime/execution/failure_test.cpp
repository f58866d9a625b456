// What is said when something fails on the device. A kernel's fault ends the context, so those tests run in a
// process of their own.
#include <cstdlib>
#include <cstring>

#include <gpu/library.hpp>

#include "fixture.hpp"

namespace {

/// Launches `kernel` from a library of one image with the given text.
std::string load_failure(const char* code, const char* kernel = "increment") {
  const gpu::Image images[] = {{.source = "test.cu", .data = code, .size = std::strlen(code)}};
  struct Library {
    Library(const gpu::Image (&image)[1], const char* name)
        : entry(library, 0, name, name), entries{&entry}, library("test", image, entries) {}
    gpu::Entry entry;
    gpu::Entry* entries[1];
    gpu::Library library;
  } library(images, kernel);
  return message_of([&] { library.entry.operations().load(library.entry); });
}

TEST_F(Execution, ADamagedImageShowsTheCompilersLog) {
  expect_contains(
      load_failure(".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry increment() {\n  add.oops "
                   "%r1;\n}\n"),
      {"of the kernel library test (test.cu)", "CUDA_ERROR_INVALID_PTX (218)",
       "compiled for sm_75 (PTX ISA 7.0)", "The driver's compiler says:"});
}

TEST_F(Execution, AnImageFromTheFutureNamesBothVersions) {
  expect_contains(
      load_failure(".version 99.0\n.target sm_75\n.address_size 64\n.visible .entry increment() { ret; }\n"),
      {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)", "PTX ISA 99.0", "supports CUDA"});
}

TEST_F(Execution, AKernelThatTheImageLacksIsNamed) {
  expect_contains(
      load_failure(".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry other() { ret; }\n"),
      {"cannot load the kernel increment of the kernel library test", "CUDA_ERROR_NOT_FOUND (500)"});
}

[[noreturn]] void fault() {
  const gpu::Context context{gpu::Device{0}};
  const gpu::Stream stream;
  auto values = gpu::DeviceBuffer<int>::zeroed(1);
  std::fprintf(stderr, "first: %s\n", message_of([&] {
                                        runtime_kernels::broken({.grid = 1, .block = 1, .stream = stream});
                                        stream.synchronize();
                                      }).c_str());
  std::fprintf(stderr, "then: %s\n", message_of([&] {
                                       runtime_kernels::increment({.grid = 1, .block = 1, .stream = stream},
                                                                  values, 1);
                                     }).c_str());
  std::exit(testing::Test::HasFailure() ? 1 : 0);
}

[[noreturn]] void blocking_fault() {
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  fault();
}

TEST(ExecutionDeathTest, AFaultSurfacesAtSynchronisationAndStays) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      fault(), testing::ExitedWithCode(0),
      "first: a kernel launched earlier failed.*cuStreamSynchronize failed with CUDA_ERROR_LAUNCH_FAILED .719"
      ".*(The emulator's report on stderr|CUDA_LAUNCH_BLOCKING=1)"
      ".*then: a kernel launched earlier failed.*cannot (launch|load).*increment"
      ".*(The emulator's report on stderr|CUDA_LAUNCH_BLOCKING=1)");
}

TEST(ExecutionDeathTest, LaunchBlockingNamesTheKernelThatFailed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(blocking_fault(), testing::ExitedWithCode(0),
              "first: the kernel broken .grid 1 x 1 x 1, block 1 x 1 x 1.*CUDA_ERROR_LAUNCH_FAILED .719"
              ".*then: a kernel launched earlier failed.*cannot (launch|load).*increment");
}

}  // namespace

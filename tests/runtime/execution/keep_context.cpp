// Making a context takes seconds under compute-sanitizer, and each test makes one.
// GPU_KERNELS_TEST_KEEP_CONTEXT=1 keeps the primary context alive for the whole run:
//
//   GPU_KERNELS_TEST_KEEP_CONTEXT=1 compute-sanitizer --error-exitcode 9 runtime_execution_test
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include <gpu/gpu.hpp>

namespace {

class KeepContext : public testing::Environment {
 public:
  void SetUp() override {
    if (std::getenv("GPU_KERNELS_TEST_KEEP_CONTEXT") != nullptr) context_.emplace(gpu::Device{0});
  }
  void TearDown() override { context_.reset(); }

 private:
  std::optional<gpu::Context> context_;
};

[[maybe_unused]] const testing::Environment* const keep_context =
    testing::AddGlobalTestEnvironment(new KeepContext);

}  // namespace

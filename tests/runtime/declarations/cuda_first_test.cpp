// cuda.h before the runtime's headers: its macros must not change them.
#include <cuda.h>

#include <gpu/gpu.hpp>
#include <gpu/library.hpp>

#include <gtest/gtest.h>

namespace {

static_assert(gpu::Status::out_of_memory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(gpu::Status::out_of_memory != CUDA_SUCCESS);

TEST(CudaHeader, HandlesAreTheSameTypes) {
  const CUstream stream = gpu::driver::stream_per_thread();
  EXPECT_EQ(stream, CU_STREAM_PER_THREAD);
  EXPECT_EQ(gpu::driver::stream_legacy(), CU_STREAM_LEGACY);
  const gpu::LaunchConfig config{.grid = 1, .block = 1, .stream = stream};
  EXPECT_EQ(config.stream, CU_STREAM_PER_THREAD);
}

TEST(CudaHeader, ErrorsCompareWithItsEnumerators) {
  const gpu::Error error(gpu::Status::invalid_value, "call", "message");
  EXPECT_TRUE(error.status() == CUDA_ERROR_INVALID_VALUE);
  EXPECT_FALSE(error.status() == CUDA_SUCCESS);
}

}  // namespace

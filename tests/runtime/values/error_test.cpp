#include <gtest/gtest.h>

#include <string>
#include <utility>

#include <gpu/error.hpp>

namespace {

static_assert(gpu::status_name(gpu::Status::out_of_memory) == std::string_view("CUDA_ERROR_OUT_OF_MEMORY"));
static_assert(std::is_nothrow_copy_constructible_v<gpu::Error> &&
              std::is_nothrow_copy_assignable_v<gpu::Error>);

TEST(Error, KeepsItsParts) {
  const gpu::Error error(gpu::Status::invalid_value, "cuLaunchKernel", "the whole message", "app::scale");
  EXPECT_STREQ(error.what(), "the whole message");
  EXPECT_STREQ(error.call(), "cuLaunchKernel");
  EXPECT_STREQ(error.kernel(), "app::scale");
  EXPECT_STREQ(error.status_name(), "CUDA_ERROR_INVALID_VALUE");
  EXPECT_EQ(error.status(), gpu::Status::invalid_value);
}

TEST(Error, CopiesShareTheText) {
  gpu::Error copy(gpu::Status::unknown, "other", "other");
  {
    const gpu::Error error(gpu::Status::not_found, "call", std::string(1000, 'x').c_str());
    copy = error;
    const gpu::Error again = copy;
    EXPECT_EQ(again.what(), error.what());
  }
  gpu::Error& same = copy;
  copy = same;
  EXPECT_EQ(std::string(copy.what()), std::string(1000, 'x'));
  EXPECT_STREQ(copy.call(), "call");
}

TEST(Error, IsAStandardException) {
  try {
    throw gpu::Error(gpu::Status::no_device, "call", "message");
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "message");
  }
}

TEST(Status, NamesUnknownCodes) {
  EXPECT_STREQ(gpu::status_name(static_cast<gpu::Status>(4242)), "unknown CUresult");
}

}  // namespace

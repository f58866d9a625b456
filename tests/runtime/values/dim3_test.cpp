#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

#include <gpu/dim3.hpp>

namespace {

static_assert(!std::is_default_constructible_v<gpu::Dim3>,
              "a launch without .grid or .block must not compile");
static_assert(!std::is_convertible_v<double, gpu::Dim3> && !std::is_convertible_v<bool, gpu::Dim3>);
static_assert(gpu::blocks_for(1000, 256) == 4);

TEST(Dim3, HasFromOneToThreeDimensions) {
  EXPECT_EQ(gpu::Dim3(5), (gpu::Dim3{5, 1, 1}));
  EXPECT_EQ((gpu::Dim3{5, 6U}), (gpu::Dim3{5, 6, 1}));
  EXPECT_EQ((gpu::Dim3{5, std::size_t{6}, short{7}}), (gpu::Dim3{5, 6, 7}));
}

TEST(Dim3, CutsNoBitsOff) {
  EXPECT_EQ(gpu::Dim3(std::uint64_t{1} << 32).x, std::int64_t{1} << 32);
  EXPECT_EQ(gpu::Dim3(-1).x, -1);
  EXPECT_EQ(gpu::Dim3(~std::uint64_t{0}).x, std::numeric_limits<std::int64_t>::max());
}

TEST(BlocksFor, RoundsUp) {
  EXPECT_EQ(gpu::blocks_for(0, 256), 0U);
  EXPECT_EQ(gpu::blocks_for(1, 256), 1U);
  EXPECT_EQ(gpu::blocks_for(256, 256), 1U);
  EXPECT_EQ(gpu::blocks_for(257, 256), 2U);
  EXPECT_EQ(gpu::blocks_for(1048576, 256), 4096U);
}

TEST(BlocksFor, DoesNotOverflow) {
  EXPECT_EQ(gpu::blocks_for(std::numeric_limits<int>::max(), 256), 8388608U);
  EXPECT_EQ(gpu::blocks_for(std::numeric_limits<std::uint32_t>::max(), 2U), std::uint32_t{1} << 31);
  EXPECT_EQ(gpu::blocks_for(std::numeric_limits<std::uint64_t>::max(), 256), std::uint64_t{1} << 56);
  EXPECT_EQ(gpu::blocks_for(std::numeric_limits<std::uint64_t>::max(), 1),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(gpu::blocks_for(1, std::numeric_limits<std::uint64_t>::max()), 1U);
}

TEST(BlocksFor, CoversPlanesAndVolumes) {
  EXPECT_EQ(gpu::blocks_for({1920, 1080}, {16, 16}), (gpu::Dim3{120, 68, 1}));
  EXPECT_EQ(gpu::blocks_for({100, 7, 3}, {32, 2, 2}), (gpu::Dim3{4, 4, 2}));
  const gpu::Dim3 block = 128;
  EXPECT_EQ(gpu::blocks_for(1000, block), gpu::Dim3(8));
}

TEST(BlocksFor, RefusesWhatIsNoSize) {
  EXPECT_THROW(gpu::blocks_for(10, 0), gpu::Error);
  EXPECT_THROW(gpu::blocks_for(10, -1), gpu::Error);
  EXPECT_THROW(gpu::blocks_for(-1, 256), gpu::Error);
  EXPECT_THROW(gpu::blocks_for({1, 1}, {16, 0}), gpu::Error);
}

}  // namespace

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>

#include <gpu/detail/text.hpp>

namespace {

using gpu::detail::Bytes;
using gpu::detail::Text;
using gpu::detail::Version;

TEST(Text, JoinsWordsNumbersAndSizes) {
  Text text = "from ";
  text << -5 << " to " << std::numeric_limits<std::uint64_t>::max() << ", " << gpu::Dim3{1, 2, 3};
  EXPECT_STREQ(text.c_str(), "from -5 to 18446744073709551615, 1 x 2 x 3");
}

TEST(Text, ShowsVersionsAndAmounts) {
  EXPECT_STREQ((Text() << Version{12040}).c_str(), "12.4");
  EXPECT_STREQ((Text() << Version{13000}).c_str(), "13.0");
  EXPECT_STREQ((Text() << Bytes{1}).c_str(), "1 byte");
  EXPECT_STREQ((Text() << Bytes{10239}).c_str(), "10239 bytes");
  EXPECT_STREQ((Text() << Bytes{10240}).c_str(), "10240 bytes (10 KiB)");
  EXPECT_STREQ((Text() << Bytes{std::uint64_t{1} << 40}).c_str(), "1099511627776 bytes (1024 GiB)");
}

TEST(Text, CopiesAndMoves) {
  Text first = "one";
  const Text copy = first;
  const Text moved = std::move(first);
  EXPECT_STREQ(copy.c_str(), "one");
  EXPECT_STREQ(moved.c_str(), "one");
  EXPECT_TRUE(first.empty());
  EXPECT_STREQ(first.c_str(), "");
}

}  // namespace

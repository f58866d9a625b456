#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

#include <gpu/arg.hpp>

namespace {

template <class From, class To>
constexpr bool accepts = std::is_convertible_v<From, gpu::Arg<To>>;

enum class Scoped : std::uint8_t { one = 1 };
enum Plain : unsigned { plain_two = 2 };

static_assert(std::is_standard_layout_v<gpu::Arg<double>> && std::is_trivially_copyable_v<gpu::Arg<double>>);
static_assert(sizeof(gpu::Arg<bool>) == 1 && sizeof(gpu::Arg<std::uint64_t>) == 8);

TEST(Arg, TakesItsOwnType) {
  EXPECT_EQ(gpu::Arg<std::uint32_t>(std::uint32_t{7}).value(), 7U);
  EXPECT_EQ(gpu::Arg<bool>(true).value(), true);
  EXPECT_EQ(gpu::Arg<Scoped>(Scoped::one).value(), Scoped::one);
  EXPECT_EQ(gpu::Arg<float>(1.5F).value(), 1.5F);
}

TEST(Arg, TakesTypesOfWhichEveryValueFits) {
  std::uint16_t small = 65535;
  std::int32_t number = -5;
  float single = 0.1F;
  EXPECT_EQ(gpu::Arg<std::uint32_t>(small).value(), 65535U);
  EXPECT_EQ(gpu::Arg<std::int64_t>(number).value(), -5);
  EXPECT_EQ(gpu::Arg<double>(number).value(), -5.0);
  EXPECT_EQ(gpu::Arg<float>(small).value(), 65535.0F);
  EXPECT_EQ(gpu::Arg<double>(single).value(), static_cast<double>(0.1F));
  EXPECT_EQ(gpu::Arg<int>(true).value(), 1);
  EXPECT_EQ(gpu::Arg<unsigned>(plain_two).value(), 2U);
  unsigned long a = 1;
  unsigned long long b = 2;
  EXPECT_EQ(gpu::Arg<unsigned long long>(a).value(), 1U);
  EXPECT_EQ(gpu::Arg<unsigned long>(b).value(), 2U);
}

TEST(Arg, TakesConstantsThatFit) {
  constexpr std::size_t size = 4096;
  EXPECT_EQ(gpu::Arg<std::uint32_t>(1024).value(), 1024U);
  EXPECT_EQ(gpu::Arg<std::uint32_t>(size).value(), 4096U);
  EXPECT_EQ(gpu::Arg<std::uint8_t>(255).value(), 255);
  EXPECT_EQ(gpu::Arg<std::int8_t>(-128).value(), -128);
  EXPECT_EQ(gpu::Arg<std::int8_t>(127LL).value(), 127);
  EXPECT_EQ(gpu::Arg<std::int64_t>(9223372036854775807ULL).value(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(gpu::Arg<std::size_t>(3).value(), 3U);
  EXPECT_EQ(gpu::Arg<float>(16777216).value(), 16777216.0F);
  EXPECT_EQ(gpu::Arg<float>(-16777216).value(), -16777216.0F);
  EXPECT_EQ(gpu::Arg<char>(65).value(), 'A');
}

TEST(Arg, TakesConstantsInsideLambdas) {
  const int size = 4096;
  static constexpr int kept = 8;
  const auto by_reference = [&] { return gpu::Arg<std::uint32_t>(size).value(); };
  const auto uncaptured = [] { return gpu::Arg<std::uint32_t>(kept).value(); };
  EXPECT_EQ(by_reference(), 4096U);
  EXPECT_EQ(uncaptured(), 8U);
}

TEST(Arg, RefusesTypesByThemselves) {
  EXPECT_FALSE((accepts<double, float>));
  EXPECT_FALSE((accepts<long double, double>));
  EXPECT_FALSE((accepts<float, int>));
  EXPECT_FALSE((accepts<int, bool>));
  EXPECT_FALSE((accepts<const char*, bool>));
  EXPECT_FALSE((accepts<int*, std::uint64_t>));
  EXPECT_FALSE((accepts<std::nullptr_t, int>));
  EXPECT_FALSE((accepts<Scoped, std::uint8_t>));
  EXPECT_FALSE((accepts<int, Scoped>));
  EXPECT_FALSE((accepts<Plain, Scoped>));
  EXPECT_FALSE((accepts<int, Plain>));
}

#ifndef __STRICT_ANSI__  // numbers of 128 bits are integers in GNU's dialect alone
__extension__ using Wide = __int128;
__extension__ using WideUnsigned = unsigned __int128;

template <class To, auto constant>
concept Fits = requires {
  typename std::bool_constant<(gpu::detail::fitting<To>(constant), true)>;
};

TEST(Arg, ConstantsOf128BitsAreNotCutOff) {
  EXPECT_TRUE((Fits<unsigned, Wide{5}> && Fits<float, Wide{1} << 20> && Fits<long long, -(Wide{1} << 63)>));
  EXPECT_FALSE((Fits<unsigned, (Wide{1} << 64) + 5> || Fits<unsigned, Wide{-1}>));
  EXPECT_FALSE((Fits<long long, Wide{1} << 63> || Fits<long long, -(Wide{1} << 63) - 1>));
  EXPECT_FALSE((Fits<double, (Wide{1} << 64) + 5>));
  EXPECT_FALSE((Fits<unsigned long long, WideUnsigned{1} << 64>));
}
#endif

}  // namespace

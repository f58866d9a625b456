// Types of the toolkit and of libcu++, and what else a signature may hold, with values that prove the bytes
// arrived.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include <gpu/gpu.hpp>

#include <toolkit_kernels.hpp>

namespace {

using namespace toolkit_kernels;

class Toolkit : public testing::Test {
 protected:
  /// What lies in a buffer when all launches are done.
  template <class T>
  std::vector<T> read(const gpu::DeviceBuffer<T>& buffer) {
    stream.synchronize();
    std::vector<T> host(buffer.size());
    buffer.copy_to(host);
    return host;
  }

  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  gpu::LaunchConfig single{.grid = 1, .block = 1, .stream = stream};
};

TEST_F(Toolkit, TensorMapsArriveWhole) {
  CUtensorMap used;
  std::vector<unsigned char> expected(sizeof used);
  for (std::size_t i = 0; i < sizeof used; ++i) expected[i] = static_cast<unsigned char>(i * 7 + 1);
  std::memcpy(&used, expected.data(), sizeof used);
  CUtensorMap poison;
  std::memset(&poison, 0xa5, sizeof poison);
  auto out = gpu::DeviceBuffer<unsigned char>::zeroed(sizeof used + 1);
  toolkit::tensor_map(single, used, poison, 42, out);
  expected.push_back(42);
  EXPECT_EQ(read(out), expected);
}

TEST_F(Toolkit, SmallAndComplexNumbersArrive) {
  auto out = gpu::DeviceBuffer<float>::zeroed(5);
  toolkit::numbers(single, __nv_bfloat16(-1.5F), __nv_fp8_e4m3(0.5F), __nv_fp8_e5m2(-4.0F), float2{3, 1},
                   double2{0.5, -0.25}, out);
  EXPECT_EQ(read(out), (std::vector<float>{-1.5F, 0.5F, -4, 2, 0.75F}));
}

TEST_F(Toolkit, StructsOfPairsArrive) {
  const __half2 pair(__half(1.5F), __half(-2.0F)), zero(__half(0.0F), __half(0.0F));
  const pairs::Inner empty{{zero, zero, zero}, 0};
  const __nv_bfloat162 brains(__nv_bfloat16(0.0F), __nv_bfloat16(0.25F));
  const pairs::Outer outer{{7}, {empty, {{zero, zero, pair}, 1}}, brains};
  auto more = gpu::DeviceBuffer<__half2>::from(std::vector<__half2>{zero, pair});
  auto out = gpu::DeviceBuffer<float>::zeroed(5);
  toolkit::stored.copy_from(pairs::Outer{{0}, {{{pair, zero, zero}, 0}, empty}, brains});
  toolkit::pairs(single, outer, 3, more, out);
  EXPECT_EQ(read(out), (std::vector<float>{1.5F, -2, 10.25F, -2, 1.5F}));
}

TEST_F(Toolkit, ViewsAndTuplesArrive) {
  auto floats = gpu::DeviceBuffer<float>::from(std::vector<float>{0, 1, 2, 3, 4, 5.5F});
  auto ints = gpu::DeviceBuffer<int>::from(std::vector<int>{10, 20});
  auto out = gpu::DeviceBuffer<float>::zeroed(5);
  const cuda::std::mdspan<const float, cuda::std::dextents<int, 2>> field(floats.device_ptr().get(), 2, 3);
  toolkit::views(single, field, cuda::std::span<const int>(ints.device_ptr().get(), 2),
                 cuda::std::array<short, 3>{1, 2, -3}, cuda::std::tuple<char, double>('\2', 0.5), {8}, {},
                 out);
  EXPECT_EQ(read(out), (std::vector<float>{5.5F, 22, -3, 2.5F, 1}));
}

TEST_F(Toolkit, IntegersOfEverySpellingArrive) {
  auto flag = gpu::DeviceBuffer<long>::from(std::vector<long>{-5});
  auto out = gpu::DeviceBuffer<unsigned long long>::zeroed(4);
  toolkit::integers(single, -1L, 1LL << 40, 2UL, 3ULL, std::int64_t{-2}, std::size_t{7}, flag,
                    cudaSurfaceObject_t{0x1122334455667788}, L'\x12345', u'\x4321', out);
  EXPECT_EQ(read(out), (std::vector<unsigned long long>{(1ULL << 40) + 9, static_cast<unsigned long long>(-5),
                                                        0x1122334455667788, 0x12345 + 0x4321}));
}

TEST_F(Toolkit, FunctionsAndClassTemplatesMayBeTemplateArguments) {
  auto data = gpu::DeviceBuffer<float>::from(std::vector<float>{3});
  toolkit::map<toolkit::doubled>(single, data);
  EXPECT_EQ(read(data), (std::vector<float>{6}));
  toolkit::map<toolkit::halved>(single, data);
  toolkit::map<toolkit::halved>(single, data);
  EXPECT_EQ(read(data), (std::vector<float>{1.5F}));
  toolkit::first<shared::Vec, float>(single, shared::Vec<float, 3>{{1, 2, 8}}, data);
  EXPECT_EQ(read(data), (std::vector<float>{8}));
}

TEST_F(Toolkit, ListsBeyondFourKilobytesArrive) {
  shared::Vec<unsigned, 1500> many;
  for (unsigned i = 0; i < 1500; ++i) many.elements[i] = 1000000 + i;
  shared::Vec<short, 1000> more;
  for (short i = 0; i < 1000; ++i) more.elements[i] = static_cast<short>(i + 5);
  auto out = gpu::DeviceBuffer<unsigned>::zeroed(3);
  toolkit::wide_list(single, many, 999, more, 'z', out);
  EXPECT_EQ(read(out), (std::vector<unsigned>{1000999, 1004, 'z'}));
}

}  // namespace

// Every form of signature, with values whose bytes are compared, between poisoned neighbours.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include <gpu/gpu.hpp>

#include <signature_kernels.hpp>

namespace {

using namespace signature_kernels;

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

constexpr unsigned char poison = 0xa5;
constexpr std::size_t margin = 16;

template <class T>
T filled(unsigned char seed) {
  T value;
  auto* bytes = reinterpret_cast<unsigned char*>(&value);
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = static_cast<unsigned char>(seed + 37 * i);
  return value;
}

template <class T>
void append(std::vector<unsigned char>& bytes, const T& value) {
  const auto* first = reinterpret_cast<const unsigned char*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(T));
}

class Signatures : public testing::Test {
 protected:
  /// Launches `dump<Ts...>` and compares what arrived with the values, and what lies around it with the
  /// poison.
  template <class... Ts>
  void expect_to_arrive(const Ts&... values) {
    std::vector<unsigned char> expected(margin, poison);
    (append(expected, values), ...);
    expected.resize(expected.size() + margin, poison);
    auto out = gpu::DeviceBuffer<unsigned char>::from(std::vector<unsigned char>(expected.size(), poison));
    forms::dump<Ts...>({.grid = 1, .block = 1, .stream = stream}, out.device_ptr() + margin, values...);
    stream.synchronize();
    std::vector<unsigned char> got(expected.size());
    out.copy_to(got);
    EXPECT_EQ(got, expected);
  }

  template <class T>
  std::vector<T> all(const gpu::DeviceBuffer<T>& buffer) {
    stream.synchronize();
    std::vector<T> host(buffer.size());
    buffer.copy_to(host);
    return host;
  }

  template <class T>
  T one(const gpu::DeviceBuffer<T>& buffer) {
    return all(buffer)[0];
  }

  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  gpu::LaunchConfig single{.grid = 1, .block = 1, .stream = stream};
};

TEST_F(Signatures, VectorTypesArrive) {
  expect_to_arrive(float4{1, 2, 3, -4}, uchar3{1, 2, 255}, int2{-7, 8}, double2{0.5, -0.25}, dim3{3, 2, 1},
                   longlong2{-1, 1LL << 62});
}

TEST_F(Signatures, HalvesAndTexturesArrive) {
  expect_to_arrive(filled<__half>(3), filled<__half2>(5), cudaTextureObject_t{0x123456789abcdef0});
}

TEST_F(Signatures, EnumerationsAndStructsArrive) {
  expect_to_arrive(shared::Border::wrap, shared::last, filled<shared::Packed>(1), filled<shared::Aligned>(2),
                   filled<shared::Derived>(3));
  expect_to_arrive(filled<shared::Vec<float, 3>>(4), filled<shared::Vec<shared::Vec<char, 2>, 2>>(5),
                   shared::Number{.real = 2.5F});
  shared::Bits bits;
  std::memset(&bits, 0, sizeof bits);
  bits.low = 21;
  bits.high = 1234;
  bits.flag = true;
  expect_to_arrive(bits, true, 'x', -1LL, -1.5F);
}

TEST_F(Signatures, IntegersOf128BitsArrive) {
  expect_to_arrive(filled<Wide>(9), 'y', filled<UnsignedWide>(11));
}

TEST_F(Signatures, ArraysAndQualifiedPointersArrive) {
  const auto floats = [](std::vector<float> values) { return gpu::DeviceBuffer<float>::from(values); };
  auto row = floats({0, 0, 0, 0, 0}), second = floats({1, 2, 0.5F}), in = floats({0, 9.5F}),
       target = floats({0});
  auto table = gpu::DeviceBuffer<int>::from(std::vector<int>{1, 2, 3, 4, 5, 6});
  auto rows =
      gpu::DeviceBuffer<const float*>::from(std::vector<const float*>{nullptr, second.device_ptr().get()});
  auto middle = gpu::DeviceBuffer<float*>::from(std::vector<float*>{target.device_ptr().get()});
  auto deep = gpu::DeviceBuffer<float**>::from(std::vector<float**>{middle.device_ptr().get()});
  auto flag = gpu::DeviceBuffer<int>::from(std::vector<int>{41});
  auto out = gpu::DeviceBuffer<int>::zeroed(1);
  const auto pairs = gpu::device_ptr<const int[2]>(table.device_ptr().address());
  const auto constant_rows = gpu::device_ptr<const float* const>(rows.device_ptr().address());
  forms::qualified(single, row, pairs, constant_rows, deep, flag, in, out, short{-12345});
  EXPECT_EQ(all(row), (std::vector<float>{0, 0, 0, 6.5F, 0}));
  EXPECT_EQ(one(target), 9.5F);
  EXPECT_EQ(one(flag), 42);
  EXPECT_EQ(one(out), -12345);
}

TEST_F(Signatures, FunctionPointersArrive) {
  std::vector<int (*)(int)> functions(2);
  forms::functions.copy_to(functions);
  auto out = gpu::DeviceBuffer<int>::zeroed(2);
  forms::call(single, gpu::device_ptr(functions[0]), gpu::device_ptr(functions[1]), 21, out);
  EXPECT_EQ(all(out), (std::vector<int>{42, -21}));
}

TEST_F(Signatures, ListsUpToTheLimitArrive) {
  const gpu::LaunchConfig block{.grid = 1, .block = 256, .stream = stream};
  const auto longest = filled<shared::Vec<unsigned, 8189>>(7);
  auto out = gpu::DeviceBuffer<unsigned>::from(std::vector<unsigned>(8190, 0xa5a5a5a5));
  forms::longest(block, out, longest);
  std::vector<unsigned> expected(longest.elements, longest.elements + 8189);
  expected.push_back(0xa5a5a5a5);
  EXPECT_EQ(all(out), expected);

  const auto bytes = filled<shared::Vec<unsigned char, 4089>>(3);
  auto more = gpu::DeviceBuffer<unsigned char>::from(std::vector<unsigned char>(4091, poison));
  forms::beyond_4k(block, more, bytes, 200);
  std::vector<unsigned char> arrived(bytes.elements, bytes.elements + 4089);
  arrived.insert(arrived.end(), {200, poison});
  EXPECT_EQ(all(more), arrived);
}

TEST_F(Signatures, APackMayBeEmpty) { expect_to_arrive(); }

TEST_F(Signatures, TemplateArgumentsMayBeValues) {
  auto floats = gpu::DeviceBuffer<float>::zeroed(2);
  forms::constants<shared::Border::clamp, 5, true>(single, floats);
  EXPECT_EQ(one(floats), -3);
  auto doubles = gpu::DeviceBuffer<double>::zeroed(2);
  forms::constants<shared::Border::wrap, -4, false, double>(single, doubles);
  EXPECT_EQ(one(doubles), 7);
}

TEST_F(Signatures, FunctionObjectsArrive) {
  auto data = gpu::DeviceBuffer<float>::from(std::vector<float>{1, 2, 3, 4});
  forms::apply<shared::Scale>({.grid = 1, .block = 4, .stream = stream}, {.factor = 2.5F}, data, 3);
  stream.synchronize();
  std::vector<float> got(4);
  data.copy_to(got);
  EXPECT_EQ(got, (std::vector<float>{2.5F, 5, 7.5F, 4}));
}

TEST_F(Signatures, GridConstantsArrive) {
  shared::Derived used = filled<shared::Derived>(1);
  used.weight = 0.5F;
  used.inner[1].codes[3] = 40;
  auto out = gpu::DeviceBuffer<float>::zeroed(1);
  forms::grid_constant(single, used, shared::Aligned{}, 3, out);
  EXPECT_EQ(one(out), 40.5F);
}

TEST_F(Signatures, PointersToPointersArraysAndStructsArrive) {
  auto row = gpu::DeviceBuffer<float>::zeroed(1);
  auto rows = gpu::DeviceBuffer<float*>::from(std::vector<float*>{nullptr, row.device_ptr().get()});
  auto numbers = gpu::DeviceBuffer<int>::from(std::vector<int>{1, 2, 3, 4});
  auto records = gpu::DeviceBuffer<shared::Derived>::from(std::vector<shared::Derived>(2, [] {
    shared::Derived record{};
    record.id = 100;
    return record;
  }()));
  auto any = gpu::DeviceBuffer<int>::zeroed(1);
  const auto pairs = gpu::device_ptr<const int[2]>(numbers.device_ptr().address());
  forms::pointers(single, rows, pairs, records, any);
  EXPECT_EQ(one(row), 104);
  EXPECT_EQ(one(any), 17);
}

TEST_F(Signatures, OverloadsResolveAsInCpp) {
  auto out = gpu::DeviceBuffer<int>::zeroed(1);
  auto floats = gpu::DeviceBuffer<float>::zeroed(1);
  auto ints = gpu::DeviceBuffer<int>::zeroed(1);
  tell(single, out, 5);
  EXPECT_EQ(one(out), 1);
  tell(single, out, 5.0F);
  EXPECT_EQ(one(out), 2);
  tell(single, out, floats);
  EXPECT_EQ(one(out), 3);
  tell(single, out, ints.device_ptr());
  EXPECT_EQ(one(out), 4);
  count(single, out);
  EXPECT_EQ(one(out), 1);
  count(single, out, 10);
  EXPECT_EQ(one(out), 12);
  count(single, out, 10, 20);
  EXPECT_EQ(one(out), 33);
}

TEST_F(Signatures, TemplatesAndOtherKernelsMayShareTheirName) {
  auto out = gpu::DeviceBuffer<int>::zeroed(1);
  pick(single, out);
  EXPECT_EQ(one(out), 1);
  pick(single, out, shared::Base{5});
  EXPECT_EQ(one(out), 5);
  pick<short>(single, out, short{3});
  EXPECT_EQ(one(out), 102);
  pick<shared::Base>(single, out, {.id = 3});
  EXPECT_EQ(one(out), 104);
  choose<7>(single, out);
  EXPECT_EQ(one(out), 7);
  choose<double>(single, out);
  EXPECT_EQ(one(out), 8);
  EXPECT_STREQ(choose_template_t_2<7>{}.name(), "choose<7>");
}

TEST_F(Signatures, DefaultArgumentsAreTheKernels) {
  auto out = gpu::DeviceBuffer<float>::zeroed(1);
  defaults(single, out);
  EXPECT_EQ(one(out), -7.5F);
  defaults(single, out, 4, 0.5F, false);
  EXPECT_EQ(one(out), 2.0F);
}

TEST_F(Signatures, HiddenAndOddlyNamedKernelsLaunch) {
  auto out = gpu::DeviceBuffer<int>::zeroed(1);
  names::versioned(single, out);
  EXPECT_EQ(one(out), 2);
  names::hidden(single, out, 0);
  EXPECT_EQ(one(out), 21);
  names::internal(single, out);
  EXPECT_EQ(one(out), 22);
  names::entries::library(single, out);
  EXPECT_EQ(one(out), 23);
  names::config(single, out, 24, 0);
  EXPECT_EQ(one(out), 24);
}

}  // namespace

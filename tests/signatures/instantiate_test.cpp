// What INSTANTIATE instantiates: templates of two sources of one name and of a header of both.
#include <gtest/gtest.h>

#include <vector>

#include <gpu/gpu.hpp>

#include <instantiated_kernels.hpp>

namespace {

namespace stubs = instantiated_kernels::inst;

class Instantiate : public testing::Test {
 protected:
  template <class T>
  T read(const gpu::DeviceBuffer<T>& buffer) {
    stream.synchronize();
    std::vector<T> host(buffer.size());
    buffer.copy_to(host);
    return host[0];
  }

  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  gpu::LaunchConfig once{.grid = 1, .block = 1, .stream = stream};
  gpu::DeviceBuffer<int> out = gpu::DeviceBuffer<int>::zeroed(1);
};

TEST_F(Instantiate, TypesAndDefaults) {
  auto floats = gpu::DeviceBuffer<float>::zeroed(1);
  stubs::scale<float>(once, floats, 1.5f);
  EXPECT_EQ(read(floats), 6.0f);
  stubs::scale<int, 7>(once, out, 3);
  EXPECT_EQ(read(out), 21);
}

TEST_F(Instantiate, ASpecialisationIsTaken) {
  auto shorts = gpu::DeviceBuffer<short>::zeroed(1);
  stubs::scale<short>(once, shorts, short{5});
  EXPECT_EQ(read(shorts), 6);
}

TEST_F(Instantiate, EnumerationsAndBooleans) {
  stubs::mode<::inst::Mode::twice, true>(once, out);
  EXPECT_EQ(read(out), -2);
}

TEST_F(Instantiate, TemplatesOfUnnamedNamespaces) {
  auto pairs = gpu::DeviceBuffer<::inst::Pair>::zeroed(1);
  stubs::hidden<::inst::Pair>(once, pairs);
  EXPECT_EQ(read(pairs).second, 2);
}

TEST_F(Instantiate, TemplateTemplatesAndPacks) {
  stubs::apply<::inst::Negated, 1, 2, 3>(once, out);
  EXPECT_EQ(read(out), -6);
  auto doubles = gpu::DeviceBuffer<double>::zeroed(1);
  stubs::sum<double, int, float>(once, doubles, 0.5, 1, 2.0f);
  EXPECT_EQ(read(doubles), 3.5);
}

TEST_F(Instantiate, ArgumentsInsideTheSignature) {
  stubs::last<float, 2>(once, out, ::inst::Fixed<float, 2>{{1.0f, 9.0f}});
  EXPECT_EQ(read(out), 9);
}

TEST_F(Instantiate, TemplatesOfAHeader) {
  stubs::fill<int>(once, out, 42);
  EXPECT_EQ(read(out), 42);
}

}  // namespace

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include <gpu/device_buffer.hpp>
#include <gpu/device_ptr.hpp>

namespace {

struct Base {
  int value;
};
struct Derived : Base {
  int more;
};

template <class From, class To>
constexpr bool accepts = std::is_convertible_v<From, gpu::DevicePtr<To>>;

static_assert(std::is_standard_layout_v<gpu::DevicePtr<float>> &&
              std::is_trivially_copyable_v<gpu::DevicePtr<float>>);
static_assert(sizeof(gpu::DevicePtr<float>) == sizeof(CUdeviceptr));

using Buffer = gpu::DeviceBuffer<float>;

TEST(DevicePtr, AcceptsBuffersOfItsElement) {
  EXPECT_TRUE((accepts<Buffer&, float>));
  EXPECT_TRUE((accepts<Buffer&, const float>));
  EXPECT_TRUE((accepts<Buffer&, void>));
  EXPECT_TRUE((accepts<Buffer&, const void>));
  EXPECT_TRUE((accepts<const Buffer&, const float>));
  EXPECT_TRUE((accepts<const Buffer&, const void>));
  EXPECT_TRUE((accepts<gpu::DeviceBuffer<float*>&, float*>));
}

TEST(DevicePtr, RefusesOtherBuffers) {
  EXPECT_FALSE((accepts<Buffer&, double>));
  EXPECT_FALSE((accepts<Buffer&, unsigned>));
  EXPECT_FALSE((accepts<const Buffer&, float>));
  EXPECT_FALSE((accepts<const Buffer&, void>));
  EXPECT_FALSE((accepts<gpu::DeviceBuffer<Derived>&, Base>));
  EXPECT_FALSE((accepts<Buffer, const float>)) << "a temporary is freed while the kernel runs";
}

TEST(DevicePtr, ConvertsAsPointersDo) {
  EXPECT_TRUE((accepts<gpu::DevicePtr<float>, const float>));
  EXPECT_TRUE((accepts<gpu::DevicePtr<float>, void>));
  EXPECT_FALSE((accepts<gpu::DevicePtr<const float>, float>));
  EXPECT_FALSE((accepts<gpu::DevicePtr<const float>, void>));
  EXPECT_FALSE((accepts<gpu::DevicePtr<void>, float>));
  EXPECT_FALSE((accepts<gpu::DevicePtr<Derived>, Base>));
  EXPECT_FALSE((accepts<gpu::DevicePtr<float>, double>));
}

TEST(DevicePtr, RefusesHostMemoryAndRawPointers) {
  EXPECT_FALSE((accepts<float*, float>));
  EXPECT_FALSE((accepts<const float*, const float>));
  EXPECT_FALSE((accepts<float*, void>));
  EXPECT_FALSE((accepts<std::vector<float>&, float>));
  EXPECT_FALSE((accepts<std::span<float>, float>));
  EXPECT_FALSE((accepts<std::array<float, 4>&, float>));
  EXPECT_FALSE((accepts<std::string&, char>));
  EXPECT_FALSE((accepts<float(&)[4], float>));
  EXPECT_FALSE((accepts<CUdeviceptr, float>));
  EXPECT_FALSE((accepts<int, float>));
}

TEST(DevicePtr, AcceptsNull) {
  EXPECT_TRUE((accepts<std::nullptr_t, float>));
  EXPECT_FALSE(gpu::DevicePtr<float>(nullptr));
  EXPECT_EQ(gpu::DevicePtr<float>().address(), 0U);
}

TEST(DevicePtr, SaysThatARawPointerIsADevicePointer) {
  float* const raw = reinterpret_cast<float*>(std::size_t{0x1000});
  EXPECT_EQ(gpu::device_ptr(raw).get(), raw);
  EXPECT_EQ(gpu::device_ptr(raw).address(), 0x1000U);
  EXPECT_EQ(gpu::device_ptr<float>(CUdeviceptr{0x1000}), gpu::device_ptr(raw));
}

TEST(DevicePtr, MovesByElements) {
  const auto pointer = gpu::device_ptr<double>(CUdeviceptr{0x1000});
  EXPECT_EQ((pointer + 3).address(), 0x1018U);
  EXPECT_EQ((pointer + 3 - 3), pointer);
}

}  // namespace

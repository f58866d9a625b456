// Variables of an image, read and written by host and device.
#include <cstring>

#include <gpu/library.hpp>

#include "fixture.hpp"

namespace {

/// The image of arithmetic.cu.
constexpr unsigned arithmetic = 1;

constinit gpu::SymbolEntry coefficients_entry{runtime_kernels::library, arithmetic, "coefficients",
                                              "coefficients"};
constinit gpu::SymbolEntry counter_entry{runtime_kernels::library, arithmetic, "counter", "counter"};
constexpr gpu::Symbol<float[4], coefficients_entry> coefficients;
constexpr gpu::Symbol<int, counter_entry> counter;

TEST_F(Execution, ConstantsReachKernels) {
  ASSERT_NE(std::strstr(runtime_kernels::library.image(arithmetic).source, "arithmetic.cu"), nullptr);
  coefficients.copy_from(std::vector<float>{1, 2, 3, 4});
  counter.copy_from(10);
  auto out = gpu::DeviceBuffer<float>::zeroed(32);
  runtime_kernels::polynomial({.grid = 1, .block = 32, .stream = stream}, out);
  EXPECT_EQ(counter.value(), 42) << "reading waits for the kernel";
  const std::vector<float> host = host_copy(out);
  for (std::size_t i = 0; i < host.size(); ++i) {
    const auto x = static_cast<float>(i);
    EXPECT_EQ(host[i], 1 + x * (2 + x * (3 + x * 4)));
  }
}

TEST_F(Execution, ConstantsAreWrittenInAStream) {
  const std::vector<float> ones(4, 1.0F);
  std::vector<float> back(4);
  coefficients.copy_from_async(ones, stream);
  coefficients.copy_to_async(back, stream);
  stream.synchronize();
  EXPECT_EQ(back, ones);
}

TEST_F(Execution, VariablesHaveAnAddressForKernels) {
  counter.copy_from(0);
  runtime_kernels::increment({.grid = 1, .block = 32, .stream = stream}, counter.device_ptr(), 1);
  EXPECT_EQ(counter.value(), 1);
}

}  // namespace

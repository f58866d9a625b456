// Variables of an image.
#include <vector>

#include "fixture.hpp"

namespace {

struct Settings {
  int steps;
  float width;
};

class SymbolCalls : public Calls {
 protected:
  /// A variable of the loaded image, as device memory of the recording driver.
  void define(const char* name, std::size_t bytes) { driver.globals[name] = bytes; }

  gpu::Context context{gpu::Device{0}};
};

constexpr char image[] = ".version 9.0\n.target sm_75\n.address_size 64\n";
constexpr gpu::Image images[] = {{.source = "symbols.cu", .data = image, .size = sizeof image - 1}};
extern const gpu::Library library;
constinit gpu::Entry kernel{library, 0, "kernel", "kernel"};
constexpr gpu::Entry* kernels[] = {&kernel};
constinit const gpu::Library library{"symbols", images, kernels};
constinit gpu::SymbolEntry coefficients_entry{library, 0, "_ZN3app12coefficientsE", "app::coefficients"};
constinit gpu::SymbolEntry settings_entry{library, 0, "settings", "settings"};
constinit gpu::SymbolEntry table_entry{library, 0, "table", "table"};
constexpr gpu::Symbol<float[4], coefficients_entry> coefficients;
constexpr gpu::Symbol<Settings, settings_entry> settings;
constexpr gpu::Symbol<const int[2][3], table_entry> table;

static_assert(coefficients.size() == 4 && coefficients.size_bytes() == 16 && settings.size() == 1 &&
              table.size() == 6);
template <class S>
concept Writable = requires(const S& symbol, const std::vector<int>& values) {
  symbol.copy_from(values);
};
static_assert(!Writable<decltype(table)>, "the device may not write it, nor may the host");

TEST_F(SymbolCalls, ArraysAreWrittenAndRead) {
  define("_ZN3app12coefficientsE", 16);
  EXPECT_STREQ(coefficients.name(), "app::coefficients");
  coefficients.copy_from(std::vector<float>{1, 2, 3, 4});
  std::vector<float> host(4);
  coefficients.copy_to(host);
  EXPECT_EQ(host, (std::vector<float>{1, 2, 3, 4}));
}

TEST_F(SymbolCalls, SingleVariablesAreWrittenAndRead) {
  define("settings", sizeof(Settings));
  settings.copy_from({7, 0.5F});
  EXPECT_EQ(settings.value().steps, 7);
  EXPECT_EQ(settings.value().width, 0.5F);
}

TEST_F(SymbolCalls, SynchronousAccessWaitsForNonBlockingStreams) {
  define("_ZN3app12coefficientsE", 16);
  const gpu::Stream stream;
  const std::vector<float> ones(4, 1.0F);
  coefficients.copy_from_async(ones, stream);
  std::vector<float> host(4);
  coefficients.copy_to(host);
  EXPECT_EQ(host, ones);
  host.assign(4, 9.0F);
  coefficients.copy_to_async(host, stream);
  EXPECT_EQ(host[0], 9.0F);
  stream.synchronize();
  EXPECT_EQ(host, ones);
}

TEST_F(SymbolCalls, AnotherCountIsNamed) {
  define("_ZN3app12coefficientsE", 16);
  expect_contains(message_of([] { coefficients.copy_from(std::vector<float>(3)); }),
                  {"app::coefficients", "4 elements", "the other side 3"});
  expect_contains(message_of([] { coefficients.copy_from(std::vector<float>()); }),
                  {"16 bytes", "the other side 0"});
}

TEST_F(SymbolCalls, AnotherSizeInTheImageIsNamed) {
  define("_ZN3app12coefficientsE", 32);
  expect_contains(message_of([] { coefficients.copy_from(std::vector<float>(4)); }),
                  {"app::coefficients", "32 bytes in the image", "16 in the header"});
}

TEST_F(SymbolCalls, AVariableThatTheImageLacksIsNamed) {
  expect_contains(
      message_of([] { static_cast<void>(table.device_ptr()); }),
      {"cannot load the variable table of the kernel library symbols (symbols.cu)", "CUDA_ERROR_NOT_FOUND"});
}

TEST_F(SymbolCalls, ItsAddressGoesToKernels) {
  define("table", 24);
  const gpu::DevicePtr<const int> pointer = table.device_ptr();
  EXPECT_EQ(pointer.address(), driver.global_addresses.at("table"));
}

}  // namespace

// SEPARABLE libraries: by machine code that nvlink linked, or by PTX that the driver links.

#include <gtest/gtest.h>
#include <gpu/gpu.hpp>
#include <gpu/library.hpp>
#include <separable_alone.hpp>
#include <separable_fatbin.hpp>
#include <separable_missing.hpp>
#include <separable_ptx.hpp>
#include <separable_several.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

class Separable : public testing::Test {
 protected:
  template <class T>
  T read(const gpu::DeviceBuffer<T>& buffer) {
    stream_.synchronize();
    std::vector<T> host(buffer.size());
    buffer.copy_to(host);
    return host[0];
  }

  template <class Symbol>
  static int symbol(const Symbol& variable) {
    std::vector<int> host(1);
    variable.copy_to(host);
    return host[0];
  }

  static bool on_emulator() {
    const char* driver = std::getenv("GPU_DRIVER");
    return driver != nullptr && std::string_view(driver) == "emulator";
  }

  gpu::Context context_{gpu::Device{0}};
  gpu::Stream stream_;
  gpu::LaunchConfig once_{.grid = 1, .block = 1, .stream = stream_};
  gpu::DeviceBuffer<float> value_ = gpu::DeviceBuffer<float>::from(std::vector<float>{3.0f});
  gpu::DeviceBuffer<int> count_ = gpu::DeviceBuffer<int>::zeroed(1);
};

/// All that a library of kernels.cu and tables.cu does.
#define EXPECT_LINKED(library_, image_count_)                                                      \
  do {                                                                                             \
    EXPECT_EQ(library_::library.image_count(), std::size_t{image_count_});                         \
    library_::sep::amplify(once_, value_, 2);                                                      \
    EXPECT_EQ(read(value_), 600.0f) << "a function, a variable, a constant of another source";     \
    EXPECT_EQ(symbol(library_::sep::launches), 1);                                                 \
    library_::sep::gain.copy_from(std::vector<float>{4.0f});                                       \
    library_::sep::table.copy_from(std::vector<int>{1, 20, 3, 4});                                 \
    library_::sep::read_variables(once_, value_);                                                  \
    EXPECT_EQ(read(value_), 24.25f) << "one variable, whichever source reads it";                  \
    library_::sep::sum({.grid = 1, .block = 1, .shared_bytes = 16, .stream = stream_}, value_, 4); \
    EXPECT_EQ(read(value_), 10.0f);                                                                \
    library_::sep::twice<float>(once_, value_);                                                    \
    EXPECT_EQ(read(value_), 20.0f);                                                                \
    library_::sep::hidden(once_, count_);                                                          \
    EXPECT_EQ(read(count_), 41) << "the variable of its own source";                               \
    library_::sep::count(once_, count_);                                                           \
    EXPECT_EQ(read(count_), 71) << "the variable of its own source";                               \
    library_::library.load();                                                                      \
  } while (false)

TEST_F(Separable, PtxIsLinkedByTheDriver) { EXPECT_LINKED(separable_ptx, 1); }

TEST_F(Separable, PtxForSeveralArchitecturesIsLinkedByTheDriver) { EXPECT_LINKED(separable_several, 1); }

TEST_F(Separable, MachineCodeIsLinkedAlreadyAndPtxWhereThereIsNone) { EXPECT_LINKED(separable_fatbin, 1); }

TEST_F(Separable, MachineCodeAloneRunsWhereItWasLinkedFor) {
  const int major = gpu::Device{0}.compute_capability().major;
  if (!on_emulator() && (major == 8 || major == 9)) {
    EXPECT_LINKED(separable_alone, 1);
    return;
  }
  try {
    separable_alone::sep::amplify(once_, value_, 2);
    FAIL() << "there is no code for this device";
  } catch (const gpu::Error& error) {
    EXPECT_EQ(error.status(), gpu::Status::no_binary_for_gpu) << error.what();
    EXPECT_NE(std::string_view(error.what()).find("separable_alone"), std::string_view::npos) << error.what();
  }
}

TEST_F(Separable, AMissingFunctionIsNamedWithWhatTheLinkerSays) {
  try {
    separable_missing::lost(once_, value_);
    FAIL() << "the image cannot be linked";
  } catch (const gpu::Error& error) {
    const std::string_view text = error.what();
    for (const char* part : {"the linked image", "separable_missing", "unlinked.cu", "nowhere", "cuLink"}) {
      EXPECT_NE(text.find(part), std::string_view::npos) << part << " is missing in:\n" << text;
    }
  }
  EXPECT_NO_THROW(context_.synchronize()) << "nothing is wrong with the context";
}

}  // namespace

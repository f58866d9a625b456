// Images from files, and their exchange while the program runs.
#include <gpu/reload.hpp>

#include "../image_folder.hpp"
#include "fixture.hpp"

namespace {

std::string image_text(const std::string& parameters, const std::string& body = "ret;") {
  return ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry scale(" + parameters + ")\n{ " +
         body + " }\n";
}

class Reload : public Calls {
 protected:
  std::string code_of_last_launch() {
    library.launch({.grid = 1, .block = 1});
    return library.entry.loaded()->library->code;
  }

  const std::string embedded = image_text(".param .u64 scale_param_0, .param .u32 scale_param_1");
  gpu::Context context{gpu::Device{0}};
  FreshLibrary library{embedded.c_str()};
  ImageFolder folder{"fresh"};
};

TEST_F(Reload, TheFileStandsForTheEmbeddedImage) {
  const std::string other = image_text(".param .u64 scale_param_0, .param .u32 scale_param_1", "exit;");
  folder.write(0, other);
  EXPECT_EQ(code_of_last_launch(), other);
}

TEST_F(Reload, WithoutAFolderForTheLibraryTheEmbeddedImageIsUsed) {
  FreshLibrary other(embedded.c_str());
  setenv("GPU_KERNELS_IMAGE_DIR", "/no/such/folder", 1);
  EXPECT_EQ(code_of_last_launch(), embedded);
}

TEST_F(Reload, AMissingFileIsNamed) {
  expect_contains(message_of([&] { library.launch({.grid = 1, .block = 1}); }),
                  {"cannot read the image", "/fresh/0.ptx", "No such file"});
}

TEST_F(Reload, LaunchesGoToTheNewImage) {
  folder.write(0, embedded);
  library.launch({.grid = 1, .block = 1});
  EXPECT_EQ(gpu::reload(library.library), 0U) << "nothing changed";
  const std::string edited = image_text(".param .u64 scale_param_0, .param .u32 scale_param_1", "exit;");
  folder.write(0, edited);
  EXPECT_EQ(gpu::reload(library.library), 1U);
  EXPECT_EQ(code_of_last_launch(), edited);
  EXPECT_EQ(driver.count("cuLibraryUnload"), 0) << "a launch on another thread may be using the old one";
}

TEST_F(Reload, SharedMemoryIsOptedInForTheNewKernel) {
  folder.write(0, embedded);
  library.launch({.grid = 1, .block = 1, .shared_bytes = 100000});
  folder.write(0, image_text(".param .u64 a, .param .u32 b", "exit;"));
  gpu::reload(library.library);
  driver.kernels["scale"].attributes.clear();
  library.launch({.grid = 1, .block = 1, .shared_bytes = 100000});
  EXPECT_EQ(driver.allowed_shared["scale"], (std::vector<int>{100000, 100000}));
}

TEST_F(Reload, OtherParametersAreRefusedWithBoth) {
  folder.write(0, embedded);
  library.launch({.grid = 1, .block = 1});
  folder.write(0, image_text(".param .u64 scale_param_0, .param .u64 scale_param_1"));
  expect_contains(
      message_of([&] { gpu::reload(library.library); }),
      {"does not fit the program", "scale takes (.u64, .u64) there and (.u64, .u32) in the stub"});
  EXPECT_EQ(code_of_last_launch(), embedded);
}

TEST_F(Reload, OtherParametersAreRefusedAtTheFirstLoadToo) {
  folder.write(0, image_text(""));
  expect_contains(message_of([&] { library.launch({.grid = 1, .block = 1}); }),
                  {"takes () there and (.u64, .u32) in the stub"});
}

/// A library of one kernel and one variable.
struct LibraryWithVariable {
  explicit LibraryWithVariable(const std::string& code)
      : images{{.source = "fresh.cu", .data = code.c_str(), .size = code.size()}} {}

  gpu::Image images[1];
  gpu::Entry entry{library, 0, "scale", "scale"};
  gpu::Entry* entries[1] = {&entry};
  gpu::SymbolEntry factor{library, 0, "_ZN3app6factorE", "app::factor"};
  const gpu::SymbolEntry* variables[1] = {&factor};
  gpu::Library library{"fresh", images, entries, variables};
};

TEST_F(Reload, AVariableOfAnotherSizeIsRefusedWithBoth) {
  const auto with = [&](const char* declaration) { return embedded + declaration; };
  const std::string four = with(".visible .global .align 4 .u32 _ZN3app6factorE;\n");
  LibraryWithVariable fresh(four);
  folder.write(0, with("// the same\n.visible .global .align 4 .f32 _ZN3app6factorE;\n"));
  fresh.library.load();
  folder.write(0, with(".visible .global .align 8 .u64 _ZN3app6factorE;\n"));
  expect_contains(message_of([&] { gpu::reload(fresh.library); }),
                  {"/fresh/0.ptx", "does not fit the program",
                   "the variable app::factor has 8 bytes there and 4 bytes in the header"});
  folder.write(0, with(".visible .const .align 8 .b8 _ZN3app6factorE[24];\n"));
  expect_contains(message_of([&] { gpu::reload(fresh.library); }), {"has 24 bytes there"});
  folder.write(0, four);
  EXPECT_EQ(gpu::reload(fresh.library), 1U) << "and can be tried again";
  folder.write(0, embedded);
  EXPECT_EQ(gpu::reload(fresh.library), 1U) << "nothing uses the variable any more: its access says so";
}

TEST_F(Reload, AVariableOfAnotherSizeIsRefusedAtTheFirstLoadToo) {
  const std::string four = embedded + ".visible .global .align 4 .u32 _ZN3app6factorE;\n";
  LibraryWithVariable fresh(four);
  folder.write(0, embedded + ".visible .global .align 2 .u16 _ZN3app6factorE;\n");
  expect_contains(message_of([&] { fresh.library.load(); }), {"app::factor has 2 bytes there and 4 bytes"});
}

TEST_F(Reload, AKernelThatIsGoneIsNamed) {
  folder.write(0, embedded);
  library.launch({.grid = 1, .block = 1});
  folder.write(0, ".version 9.0\n.target sm_75\n");
  expect_contains(message_of([&] { gpu::reload(library.library); }), {"scale is not in it", "(.u64, .u32)"});
}

TEST_F(Reload, AnImageThatDoesNotLoadLeavesTheOldOne) {
  folder.write(0, embedded);
  library.launch({.grid = 1, .block = 1});
  folder.write(0, image_text(".param .u64 a, .param .u32 b", "oops;"));
  driver.jit_log = "ptxas: oops";
  driver.fail("cuLibraryLoadData", gpu::Status::invalid_ptx);
  expect_contains(message_of([&] { gpu::reload(library.library); }),
                  {"CUDA_ERROR_INVALID_PTX", "/fresh/0.ptx", "ptxas: oops"});
  EXPECT_EQ(code_of_last_launch(), embedded);
  EXPECT_EQ(gpu::reload(library.library), 1U) << "and can be tried again";
}

TEST_F(Reload, AKernelThatIsNotFoundUnloadsTheNewImage) {
  folder.write(0, embedded);
  library.launch({.grid = 1, .block = 1});
  folder.write(0, image_text(".param .u64 a, .param .u32 b", "exit;"));
  driver.fail("cuLibraryGetKernel", gpu::Status::not_found);
  EXPECT_THROW(gpu::reload(library.library), gpu::Error);
  EXPECT_EQ(driver.count("cuLibraryUnload"), 1);
  EXPECT_EQ(code_of_last_launch(), embedded);
}

TEST_F(Reload, NeedsTheVariableAndTheFolder) {
  unsetenv("GPU_KERNELS_IMAGE_DIR");
  expect_contains(message_of([&] { gpu::reload(library.library); }), {"GPU_KERNELS_IMAGE_DIR is not set"});
  setenv("GPU_KERNELS_IMAGE_DIR", "/no/such/folder", 1);
  expect_contains(message_of([&] { gpu::reload(library.library); }),
                  {"there is no folder /no/such/folder/fresh"});
}

}  // namespace

// SEPARABLE libraries: when machine code is taken, when and how the driver links, what is said when it
// cannot.
#include <gpu/detail/link.hpp>
#include <gpu/reload.hpp>

#include "../image_folder.hpp"
#include "fixture.hpp"

namespace {

using gpu::Status;
using gpu::detail::any_runs_on;

static_assert(any_runs_on("80", 8, 0) && any_runs_on("80", 8, 9) && !any_runs_on("80", 9, 0));
static_assert(!any_runs_on("86", 8, 0) && any_runs_on("75 86 90", 8, 6) && !any_runs_on("75 86 90", 10, 0));
static_assert(any_runs_on("90a", 9, 0) && !any_runs_on("100a", 10, 3) && any_runs_on("100f 120", 10, 3));
static_assert(!any_runs_on("", 9, 0));

constexpr char caller[] = ".version 9.0\n.target sm_75\n.visible .entry scale()\n";
constexpr char helper[] = ".version 8.8\n.target sm_80\n.visible .func helper()\n";
constexpr char machine_code[] = "\x50\xed machine code of scale";

class Link : public Calls {
 protected:
  /// Launches `scale` of a library of two parts.
  void launch(const char* architectures, bool has_parts = true) {
    image_ = {.source = "caller.cu, helper.cu",
              .data = *architectures == '\0' ? "" : machine_code,
              .size = *architectures == '\0' ? 0 : sizeof machine_code - 1,
              .parts = has_parts ? parts_ : nullptr,
              .part_count = has_parts ? 2U : 0U,
              .machine_code = architectures,
              .load = gpu::detail::load_linked_image};
    library_.images[0] = image_;
    library_.launch({.grid = 1, .block = 1});
  }

  std::string loaded_code() { return library_.entry.loaded()->library->code; }

  const gpu::Image parts_[2] = {{.source = "caller.cu", .data = caller, .size = sizeof caller - 1},
                                {.source = "helper.cu", .data = helper, .size = sizeof helper - 1}};
  gpu::Image image_{};
  gpu::Context context_{gpu::Device{0}};
  FreshLibrary library_;
};

TEST_F(Link, MachineCodeForTheDeviceIsTaken) {
  launch("80 90");
  EXPECT_EQ(loaded_code(), machine_code);
  EXPECT_EQ(driver.count("cuLinkCreate"), 0);
}

TEST_F(Link, TheDriverLinksEverySourceWhereThereIsNone) {
  launch("");
  EXPECT_EQ(loaded_code(), caller) << "the first NUL ends what this driver keeps";
  EXPECT_EQ(driver.count("cuLinkAddData"), 2);
  EXPECT_EQ(driver.count("cuLinkDestroy"), 1);
  library_.launch({.grid = 1, .block = 1});
  EXPECT_EQ(driver.count("cuLinkCreate"), 1) << "once a process";
}

TEST_F(Link, TheDriverLinksWhereMachineCodeIsForOtherDevices) {
  launch("80 90a 100");
  EXPECT_EQ(loaded_code(), machine_code);
  driver.devices[0].attributes[gpu::DeviceAttribute::compute_capability_minor] = 3;
  FreshLibrary other;
  other.images[0] = image_;
  other.launch({.grid = 1, .block = 1});
  EXPECT_EQ(driver.count("cuLinkComplete"), 1);
}

TEST_F(Link, TheDriverLinksWhereItRefusesTheMachineCode) {
  driver.fail("cuLibraryLoadData", Status::no_binary_for_gpu);
  launch("90");
  EXPECT_EQ(driver.count("cuLinkComplete"), 1);
}

TEST_F(Link, MachineCodeAloneIsNotLinked) {
  driver.fail("cuLibraryLoadData", Status::no_binary_for_gpu);
  EXPECT_EQ(status_of([&] { launch("80", false); }), Status::no_binary_for_gpu);
  EXPECT_EQ(driver.count("cuLinkCreate"), 0);
}

TEST_F(Link, WhatTheLinkerSaysIsShown) {
  driver.jit_log = "error   : Undefined reference to '_Z6helperv' in 'caller.cu'\n";
  driver.fail("cuLinkComplete", Status::invalid_ptx);
  expect_contains(message_of([&] { launch(""); }),
                  {"cannot load the linked image of the kernel library fresh (caller.cu, helper.cu): "
                   "cuLinkComplete failed with CUDA_ERROR_INVALID_PTX (218)",
                   "\n  error   : Undefined reference to '_Z6helperv' in 'caller.cu'"});
  EXPECT_EQ(driver.count("cuLinkDestroy"), 1);
  launch("");  // and tried again at the next use
  EXPECT_EQ(driver.launches.size(), 1U);
}

TEST_F(Link, TheSourceThatTheLinkerRefusesIsNamed) {
  driver.fail("cuLinkAddData", Status::unsupported_ptx_version);
  expect_contains(message_of([&] { launch(""); }),
                  {"cannot load a source of the linked image of the kernel library fresh (caller.cu): "
                   "cuLinkAddData failed with CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)",
                   "PTX ISA 9.0, newer than what the driver"});
  EXPECT_EQ(driver.count("cuLinkDestroy"), 1);
}

TEST_F(Link, ImagesAreNotTakenFromFiles) {
  const char* const fragments[] = {"the kernel library fresh is SEPARABLE",
                                   "/fresh: remove that folder, or unset GPU_KERNELS_IMAGE_DIR"};
  {
    const ImageFolder folder("fresh");
    expect_contains(message_of([&] { launch(""); }), {fragments[0], fragments[1]});
  }
  launch("");
  const ImageFolder folder("fresh");
  expect_contains(message_of([&] { gpu::reload(library_.library); }), {fragments[0], fragments[1]});
  library_.launch({.grid = 1, .block = 1});
  EXPECT_EQ(driver.launches.size(), 2U) << "the image in use stays";
}

}  // namespace

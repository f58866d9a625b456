// A kernel is exchanged while the program runs.
#include <gpu/library.hpp>
#include <gpu/reload.hpp>

#include "../image_folder.hpp"
#include "fixture.hpp"

namespace {

/// PTX of a kernel that adds `step` to one number.
std::string bump_image(const std::string& step, const std::string& type = ".u64") {
  return ".version 7.0\n.target sm_75\n.address_size 64\n"
         ".visible .entry bump(.param " +
         type +
         " bump_param_0)\n{\n"
         "  .reg .u64 %rd<3>;\n  .reg .u32 %r<3>;\n"
         "  ld.param.u64 %rd1, [bump_param_0];\n  cvta.to.global.u64 %rd2, %rd1;\n"
         "  ld.global.u32 %r1, [%rd2];\n  add.u32 %r2, %r1, " +
         step + ";\n  st.global.u32 [%rd2], %r2;\n  ret;\n}\n";
}

const std::string embedded = bump_image("1");

namespace entries {
extern gpu::Entry bump;
}
const gpu::Image images[] = {{.source = "bump.cu", .data = embedded.c_str(), .size = embedded.size()}};
gpu::Entry* const kernels[] = {&entries::bump};
const gpu::Library bump_library{"bumps", images, kernels};
namespace entries {
gpu::Entry bump{bump_library, 0, "bump", "bump"};
}

struct bump_t : gpu::Kernel<entries::bump> {
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<unsigned> number) const {
    launch(config, number);
  }
};
constexpr bump_t bump{};

TEST_F(Execution, AnEditedKernelRunsWithoutARestart) {
  const ImageFolder folder("bumps");
  folder.write(0, bump_image("10"));
  auto number = gpu::DeviceBuffer<unsigned>::zeroed(1);
  const gpu::LaunchConfig config{.grid = 1, .block = 1, .stream = stream};
  bump(config, number);
  EXPECT_EQ(host_copy(number)[0], 10U) << "the file, not the embedded image";
  EXPECT_EQ(gpu::reload(bump_library), 0U);
  folder.write(0, bump_image("100"));
  EXPECT_EQ(gpu::reload(bump_library), 1U);
  bump(config, number);
  EXPECT_EQ(host_copy(number)[0], 110U);
  folder.write(0, bump_image("1", ".u32"));
  expect_contains(message_of([] { gpu::reload(bump_library); }),
                  {"bump takes (.u32) there and (.u64) in the stub"});
  folder.write(0, bump_image("oops"));
  expect_contains(message_of([] { gpu::reload(bump_library); }), {"CUDA_ERROR_INVALID_PTX"});
  bump(config, number);
  EXPECT_EQ(host_copy(number)[0], 210U) << "the image before stays in use";
}

}  // namespace

#include <cstring>
#include <string>
#include <vector>

#include "fixture.hpp"

namespace driver_test {
namespace {

class ModuleTest : public WithContext {
 protected:
  static CUlibrary load_library(const char* text = kernels_ptx) {
    CUlibrary library = nullptr;
    DRIVER_TEST_MUST(CU(cuLibraryLoadData)(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
    return library;
  }
  static CUkernel kernel_of(CUlibrary library, const char* name) {
    CUkernel kernel = nullptr;
    DRIVER_TEST_MUST(CU(cuLibraryGetKernel)(&kernel, library, name));
    return kernel;
  }
};

int attribute(CUfunction kernel, CUfunction_attribute which) {
  int value = -1;
  DRIVER_TEST_MUST(CU(cuFuncGetAttribute)(&value, which, kernel));
  return value;
}

TEST_F(ModuleTest, KernelsRun) {
  CUdeviceptr out = memory(4);
  unsigned value = 99;
  void* parameters[] = {&out, &value};
  ASSERT_CU(CUDA_SUCCESS, launch(function("store"), 1, parameters));
  EXPECT_EQ(read_word(out, nullptr), 99u);
}

TEST_F(ModuleTest, GlobalsAreReachable) {
  CUmodule module = load();
  CUdeviceptr counter = 0, table = 0;
  std::size_t size = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetGlobal)(&counter, &size, module, "counter"));
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(read_word(counter, nullptr), 7u);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(counter, 8, 1));
  EXPECT_EQ(read_word(counter, nullptr), 8u);
  // A GPU's variables may share an allocation.
  if (on_emulator()) {
    EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuMemsetD32)(counter, 8, 2));
  }
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetGlobal)(&table, &size, module, "table"));
  EXPECT_EQ(size, 16u);
  EXPECT_EQ(read_word(table + 12, nullptr), 4u);
  // A second load has variables of its own.
  CUdeviceptr again = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetGlobal)(&again, &size, load(), "counter"));
  EXPECT_NE(again, counter);
  EXPECT_EQ(read_word(again, nullptr), 7u);
}

TEST_F(ModuleTest, FunctionAttributes) {
  CUmodule module = load();
  CUfunction limited = nullptr, half = nullptr, noop = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetFunction)(&limited, module, "limited"));
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetFunction)(&half, module, "shared_half"));
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetFunction)(&noop, module, "noop"));
  EXPECT_EQ(attribute(limited, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 128);
  EXPECT_EQ(attribute(noop, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
  EXPECT_EQ(attribute(half, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 32768);
  EXPECT_EQ(attribute(half, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES), 16384);
  EXPECT_EQ(attribute(noop, CU_FUNC_ATTRIBUTE_PTX_VERSION), 70);
  EXPECT_GT(attribute(noop, CU_FUNC_ATTRIBUTE_NUM_REGS), 0);
  int value = 0;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            CU(cuFuncGetAttribute)(&value, static_cast<CUfunction_attribute>(31), noop));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuFuncSetAttribute)(noop, CU_FUNC_ATTRIBUTE_NUM_REGS, 3));
}

#if CUDA_VERSION >= 12040
TEST_F(ModuleTest, ParameterInfo) {
  CUlibrary library = load_library();
  CUkernel store = kernel_of(library, "store");
  std::size_t offset = 0, size = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuKernelGetParamInfo)(store, 0, &offset, &size));
  EXPECT_EQ(offset, 0u);
  EXPECT_EQ(size, 8u);
  ASSERT_CU(CUDA_SUCCESS, CU(cuKernelGetParamInfo)(store, 1, &offset, &size));
  EXPECT_EQ(offset, 8u);
  EXPECT_EQ(size, 4u);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuKernelGetParamInfo)(store, 2, &offset, &size));
  CUfunction as_function = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuKernelGetFunction)(&as_function, store));
  ASSERT_CU(CUDA_SUCCESS, CU(cuFuncGetParamInfo)(as_function, 1, &offset, &size));
  EXPECT_EQ(offset, 8u);
  const char* name = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuKernelGetName)(&name, store));
  EXPECT_STREQ(name, "store");
  ASSERT_CU(CUDA_SUCCESS, CU(cuFuncGetName)(&name, as_function));
  EXPECT_STREQ(name, "store");
}
#endif

TEST_F(ModuleTest, LibrariesNeedNoContextToLoad) {
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(nullptr));
  CUlibrary library = load_library();
  CUkernel kernel = kernel_of(library, "store");
  EXPECT_CU(CUDA_ERROR_INVALID_CONTEXT, launch(reinterpret_cast<CUfunction>(kernel), 1));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(context));
  CUdeviceptr out = memory(4);
  unsigned value = 5;
  void* parameters[] = {&out, &value};
  ASSERT_CU(CUDA_SUCCESS, launch(reinterpret_cast<CUfunction>(kernel), 1, parameters));
  EXPECT_EQ(read_word(out, nullptr), 5u);
  EXPECT_CU(CUDA_SUCCESS, CU(cuLibraryUnload)(library));
}

TEST_F(ModuleTest, LibraryMembers) {
  CUlibrary library = load_library();
#if CUDA_VERSION >= 12040
  unsigned count = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuLibraryGetKernelCount)(&count, library));
  std::vector<CUkernel> kernels(count);
  ASSERT_CU(CUDA_SUCCESS, CU(cuLibraryEnumerateKernels)(kernels.data(), count, library));
  bool seen = false;
  for (CUkernel kernel : kernels) seen = seen || kernel == kernel_of(library, "noop");
  EXPECT_TRUE(seen);
#endif
  CUmodule module = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuLibraryGetModule)(&module, library));
  CUdeviceptr through_library = 0, through_module = 0;
  std::size_t size = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuLibraryGetGlobal)(&through_library, &size, library, "counter"));
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetGlobal)(&through_module, &size, module, "counter"));
  EXPECT_EQ(through_library, through_module);
  CUkernel missing = nullptr;
  EXPECT_CU(CUDA_ERROR_NOT_FOUND, CU(cuLibraryGetKernel)(&missing, library, "nothing"));
  EXPECT_CU(CUDA_SUCCESS, CU(cuLibraryUnload)(library));
  if (on_emulator()) {
    EXPECT_CU(CUDA_ERROR_INVALID_HANDLE, CU(cuLibraryUnload)(library));
  }
}

TEST_F(ModuleTest, AManagedVariableIsTheLibrarysInEveryContext) {
  CUlibrary library = load_library(
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .global .attribute(.managed) .align 4 .u32 total = 5;\n"
      ".visible .global .align 4 .u32 own = 5;\n"
      ".visible .entry bump()\n{\n  .reg .b32 %r<3>;\n"
      "  ld.global.u32 %r1, [total];\n  add.u32 %r1, %r1, 1;\n  st.global.u32 [total], %r1;\n"
      "  ld.global.u32 %r2, [own];\n  add.u32 %r2, %r2, 1;\n  st.global.u32 [own], %r2;\n  ret;\n}\n");
  auto bump = reinterpret_cast<CUfunction>(kernel_of(library, "bump"));
  std::vector<CUcontext> contexts = {context};
  int devices = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuDeviceGetCount)(&devices));
  if (devices > 1) {
    ASSERT_CU(CUDA_SUCCESS, CU(cuDevicePrimaryCtxRetain)(&contexts.emplace_back(), 1));
  }
  if (on_emulator()) {
    const auto create = resolve<CUresult (*)(CUcontext*, unsigned, CUdevice)>("cuCtxCreate_v2");
    ASSERT_CU(CUDA_SUCCESS, create(&contexts.emplace_back(), 0, 0));
  }
  unsigned expected = 5;
  for (CUcontext current : contexts) {
    ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(current));
    ASSERT_CU(CUDA_SUCCESS, launch(bump, 1));
    ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
    ++expected;
    CUdeviceptr total = 0, through_context = 0, own = 0;
    std::size_t size = 0;
    ASSERT_CU(CUDA_SUCCESS, CU(cuLibraryGetManaged)(&total, &size, library, "total"));
    EXPECT_EQ(size, 4u);
    EXPECT_EQ(*reinterpret_cast<const unsigned*>(total), expected);
    ASSERT_CU(CUDA_SUCCESS, CU(cuLibraryGetGlobal)(&through_context, &size, library, "total"));
    EXPECT_EQ(through_context, total);
    unsigned value = 0;
    ASSERT_CU(CUDA_SUCCESS, CU(cuLibraryGetGlobal)(&own, &size, library, "own"));
    ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoH)(&value, own, 4));
    EXPECT_EQ(value, 6u);
  }
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSetCurrent)(context));
  EXPECT_CU(CUDA_SUCCESS, CU(cuLibraryUnload)(library));
  if (on_emulator()) CU(cuCtxDestroy)(contexts.back());
  if (devices > 1) CU(cuDevicePrimaryCtxRelease)(1);
}

TEST_F(ModuleTest, KernelAttributesReachTheFunction) {
  CUlibrary library = load_library();
  CUkernel noop = kernel_of(library, "noop");
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuKernelSetAttribute)(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536, noop, 0));
  int value = 0;
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuKernelGetAttribute)(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, noop, 0));
  EXPECT_EQ(value, 65536);
  EXPECT_CU(CUDA_SUCCESS, launch(reinterpret_cast<CUfunction>(noop), 1, nullptr, 65536));
  EXPECT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
}

TEST_F(ModuleTest, ErrorLogSaysTheLine) {
  const char* text =
      ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n  frobnicate.u32;\n}\n";
  std::vector<char> log(1024, 'x');
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  CUmodule module = nullptr;
  ASSERT_CU(CUDA_ERROR_INVALID_PTX, CU(cuModuleLoadDataEx)(&module, text, 2, options, values));
  const std::string message = log.data();
  EXPECT_NE(message.find("line 6"), std::string::npos) << message;
  EXPECT_GE(reinterpret_cast<std::size_t>(values[1]), message.size());
  // A buffer too small is cut, with its NUL.
  std::memset(log.data(), 'x', 16);
  values[1] = reinterpret_cast<void*>(std::size_t{8});
  ASSERT_CU(CUDA_ERROR_INVALID_PTX, CU(cuModuleLoadDataEx)(&module, text, 2, options, values));
  EXPECT_EQ(log[8], 'x');
  if (on_emulator()) {
    EXPECT_LT(std::strlen(log.data()), 8u);
  }
}

TEST_F(ModuleTest, LinkerJoinsTexts) {
  const std::string caller =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
      ".visible .entry call(.param .u64 out, .param .u32 x)\n{\n"
      "  .reg .b32 %r<3>;\n  .reg .b64 %rd<3>;\n"
      "  ld.param.u64 %rd1, [out];\n  ld.param.u32 %r1, [x];\n  cvta.to.global.u64 %rd2, %rd1;\n"
      "  {\n    .param .b32 p0;\n    st.param.b32 [p0+0], %r1;\n    .param .b32 r0;\n"
      "    call.uni (r0), twice, (p0);\n    ld.param.b32 %r2, [r0+0];\n  }\n"
      "  st.global.u32 [%rd2], %r2;\n  ret;\n}\n";
  const std::string callee =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .func (.param .b32 r) twice(.param .b32 x)\n{\n"
      "  .reg .b32 %r<3>;\n  ld.param.u32 %r1, [x];\n  add.u32 %r2, %r1, %r1;\n  st.param.b32 [r], %r2;\n  "
      "ret;\n}\n";
  CUlinkState link = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuLinkCreate)(0, nullptr, nullptr, &link));
  for (const std::string* text : {&caller, &callee}) {
    ASSERT_CU(CUDA_SUCCESS, CU(cuLinkAddData)(link, CU_JIT_INPUT_PTX, const_cast<char*>(text->c_str()),
                                              text->size() + 1, "text", 0, nullptr, nullptr));
  }
  void* image = nullptr;
  std::size_t size = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuLinkComplete)(link, &image, &size));
  CUmodule module = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleLoadData)(&module, image));
  EXPECT_CU(CUDA_SUCCESS, CU(cuLinkDestroy)(link));
  CUfunction call = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetFunction)(&call, module, "call"));
  CUdeviceptr out = memory(4);
  unsigned x = 21;
  void* parameters[] = {&out, &x};
  ASSERT_CU(CUDA_SUCCESS, launch(call, 1, parameters));
  EXPECT_EQ(read_word(out, nullptr), 42u);
}

TEST_F(ModuleTest, OccupancyFollowsTheLimits) {
  CUmodule module = load();
  CUfunction noop = nullptr, half = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetFunction)(&noop, module, "noop"));
  ASSERT_CU(CUDA_SUCCESS, CU(cuModuleGetFunction)(&half, module, "shared_half"));
  int blocks = 0, grid = 0, block = 0;
  ASSERT_CU(CUDA_SUCCESS, CU(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, noop, 1024, 0));
  EXPECT_GE(blocks, 1);
  ASSERT_CU(CUDA_SUCCESS, CU(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, noop, 32, 0));
  EXPECT_GE(blocks, 16);
  ASSERT_CU(CUDA_SUCCESS, CU(cuOccupancyMaxPotentialBlockSize)(&grid, &block, half, nullptr, 0, 0));
  EXPECT_GT(grid, 0);
  EXPECT_EQ(block % 32, 0);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, noop, 0, 0));
}

TEST_F(ModuleTest, LaunchWithAttributes) {
  CUdeviceptr out = memory(4);
  unsigned value = 31;
  void* parameters[] = {&out, &value};
  CUlaunchAttribute attributes[1] = {};
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attributes[0].value.cooperative = 1;
  CUlaunchConfig config{};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  config.attrs = attributes;
  config.numAttrs = 1;
  ASSERT_CU(CUDA_SUCCESS, CU(cuLaunchKernelEx)(&config, function("store"), parameters, nullptr));
  EXPECT_EQ(read_word(out, nullptr), 31u);
}

}  // namespace
}  // namespace driver_test

// Rows about launches that are refused, and null handles.
#include "case_tools.hpp"
#include "cases_parts.hpp"

namespace driver_test {
namespace {

int launch_shape(CUfunction kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                 unsigned bz) {
  return CU(cuLaunchKernel)(kernel, gx, gy, gz, bx, by, bz, 0, nullptr, nullptr, nullptr);
}

std::string bad_shapes() {
  make_context();
  CUfunction noop = function("noop");
  return Answers() << launch_shape(noop, 1, 1, 1, 1025, 1, 1) << launch_shape(noop, 1, 1, 1, 1, 1, 65)
                   << launch_shape(noop, 0, 1, 1, 1, 1, 1) << launch_shape(noop, 1, 1, 1, 1, 0, 1)
                   << launch_shape(noop, 1, 65536, 1, 1, 1, 1)
                   << launch_shape(noop, 2147483648u, 1, 1, 1, 1, 1);
}

std::string maxntid() {
  make_context();
  CUfunction limited = function("limited");
  return Answers() << launch_shape(limited, 1, 1, 1, 129, 1, 1) << launch_shape(limited, 1, 1, 1, 8, 16, 1)
                   << CU(cuCtxSynchronize)();
}

std::string reqntid() {
  make_context();
  CUfunction exact = function("exact");
  return Answers() << launch_shape(exact, 1, 1, 1, 32, 1, 1) << launch_shape(exact, 1, 1, 1, 8, 8, 1)
                   << launch_shape(exact, 1, 1, 1, 64, 1, 1) << CU(cuCtxSynchronize)();
}

std::string dynamic_shared() {
  make_context();
  CUfunction noop = function("noop");
  Answers answers;
  answers << launch(noop, 1, nullptr, 49152) << launch(noop, 1, nullptr, 49153);
  answers << CU(cuFuncSetAttribute)(noop, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536);
  answers << launch(noop, 1, nullptr, 65536) << launch(noop, 1, nullptr, 65537);
  return answers << CU(cuCtxSynchronize)();
}

std::string static_and_dynamic_shared() {
  make_context();
  CUfunction half = function("shared_half");
  return Answers() << launch(half, 1, nullptr, 16384) << launch(half, 1, nullptr, 16385)
                   << CU(cuCtxSynchronize)();
}

/// 64 KiB without any opt-in: more than a launch may ask for, and taken on compute capability 9.0.
std::string large_static_shared() {
  make_context();
  CUmodule module = load(
      ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry large(.param .u64 out)\n{\n"
      "  .reg .b32 %r<3>;\n  .reg .b64 %rd<3>;\n  .shared .align 4 .b8 tile[65536];\n"
      "  mov.u32 %r1, 31;\n  st.shared.u32 [tile+65532], %r1;\n  ld.shared.u32 %r2, [tile+65532];\n"
      "  ld.param.u64 %rd1, [out];\n  cvta.to.global.u64 %rd2, %rd1;\n  st.global.u32 [%rd2], %r2;\n"
      "  ret;\n}\n");
  CUfunction large = nullptr;
  DRIVER_TEST_MUST(CU(cuModuleGetFunction)(&large, module, "large"));
  CUdeviceptr out = memory(4);
  void* parameters[] = {&out};
  unsigned got = 0;
  Answers answers;
  answers << launch(large, 1, parameters) << CU(cuMemcpyDtoH)(&got, out, 4);
  return answers << static_cast<int>(got);
}

std::string attribute_over_maximum() {
  make_context();
  CUfunction noop = function("noop");
  int most = 0;
  DRIVER_TEST_MUST(CU(cuDeviceGetAttribute)(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0));
  return Answers() << CU(cuFuncSetAttribute)(noop, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most + 1)
                   << CU(cuFuncSetAttribute)(noop, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most);
}

std::string null_function() {
  make_context();
  return Answers() << launch(nullptr, 1);
}

std::string without_parameters() {
  make_context();
  return Answers() << launch(function("store"), 1);
}

std::string parameters_and_extra() {
  make_context();
  CUdeviceptr out = memory(4);
  unsigned value = 1;
  void* parameters[] = {&out, &value};
  struct {
    CUdeviceptr out;
    unsigned value;
  } packed{out, value};
  std::size_t size = 12;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  CUfunction store = function("store");
  return Answers() << CU(cuLaunchKernel)(store, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, extra);
}

std::string extra_buffers() {
  make_context();
  CUdeviceptr out = memory(4);
  struct {
    CUdeviceptr out;
    unsigned value;
  } packed{out, 77};
  std::size_t size = 12;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  CUfunction store = function("store");
  Answers answers;
  answers << CU(cuLaunchKernel)(store, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra);
  unsigned got = 0;
  answers << CU(cuMemcpyDtoH)(&got, out, 4) << static_cast<int>(got);
  size = 8;  // too short: accepted
  return answers << CU(cuLaunchKernel)(store, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra)
                 << CU(cuCtxSynchronize)();
}

std::string cooperative_too_large() {
  make_context();
  CUfunction noop = function("noop");
  return Answers() << CU(cuLaunchCooperativeKernel)(noop, 1u << 24, 1, 1, 1024, 1, 1, 0, nullptr, nullptr);
}

std::string null_handles() {
  make_context();
  CUfunction found = nullptr;
  return Answers() << CU(cuStreamDestroy)(nullptr) << CU(cuEventRecord)(nullptr, nullptr)
                   << CU(cuEventSynchronize)(nullptr) << CU(cuEventDestroy)(nullptr)
                   << CU(cuModuleGetFunction)(&found, nullptr, "noop") << CU(cuModuleUnload)(nullptr);
}

std::string elapsed_time() {
  make_context();
  CUevent first = nullptr, second = nullptr, untimed = nullptr;
  DRIVER_TEST_MUST(CU(cuEventCreate)(&first, 0));
  DRIVER_TEST_MUST(CU(cuEventCreate)(&second, 0));
  DRIVER_TEST_MUST(CU(cuEventCreate)(&untimed, CU_EVENT_DISABLE_TIMING));
  float milliseconds = 0;
  Answers answers;
  answers << CU(cuEventElapsedTime)(&milliseconds, first, second);
  DRIVER_TEST_MUST(CU(cuEventRecord)(first, nullptr));
  DRIVER_TEST_MUST(CU(cuEventRecord)(untimed, nullptr));
  DRIVER_TEST_MUST(CU(cuCtxSynchronize)());
  return answers << CU(cuEventElapsedTime)(&milliseconds, first, untimed);
}

}  // namespace

void add_launch_cases(std::vector<Case>& all) {
  all.insert(all.end(), {
                            {"launch_shapes", "1 1 1 1 1 1", bad_shapes},
                            {"launch_over_maxntid_by_product", "1 0 0", maxntid},
                            {"launch_not_reqntid", "1 1 0 0", reqntid},
                            {"launch_dynamic_shared", "0 1 0 0 1 0", dynamic_shared},
                            {"launch_static_and_dynamic_shared", "0 1 0", static_and_dynamic_shared},
                            {"launch_64_kib_of_static_shared", "0 0 31", large_static_shared},
                            {"function_attribute_over_maximum", "1 0", attribute_over_maximum},
                            {"launch_null_function", "400", null_function},
                            {"launch_without_parameters", "1", without_parameters},
                            {"launch_with_parameters_and_extra", "1", parameters_and_extra},
                            {"launch_extra_buffer_even_too_short", "0 0 77 0 0", extra_buffers},
                            {"launch_cooperative_too_large", "720", cooperative_too_large},
                            {"null_handles", "400 400 400 400 400 400", null_handles},
                            {"elapsed_time_unrecorded_untimed", "400 400", elapsed_time},
                        });
}

}  // namespace driver_test

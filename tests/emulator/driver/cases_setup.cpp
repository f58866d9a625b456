// Rows about initialisation, devices, contexts and lookups.
#include "case_tools.hpp"
#include "cases_parts.hpp"

namespace driver_test {
namespace {

std::string before_init() {
  int count = 0;
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUdeviceptr pointer = 0;
  return Answers() << CU(cuDeviceGetCount)(&count) << CU(cuDeviceGet)(&device, 0)
                   << CU(cuCtxGetCurrent)(&context) << CU(cuMemAlloc)(&pointer, 4) << CU(cuCtxSynchronize)();
}

std::string init_flags() { return Answers() << CU(cuInit)(1); }

std::string unknown_attribute() {
  DRIVER_TEST_MUST(CU(cuInit)(0));
  int value = 0;
  return Answers() << CU(cuDeviceGetAttribute)(&value, static_cast<CUdevice_attribute>(255), 0);
}

std::string device_get_null() {
  DRIVER_TEST_MUST(CU(cuInit)(0));
  return Answers() << CU(cuDeviceGet)(nullptr, 0);
}

std::string bad_ordinal() {
  DRIVER_TEST_MUST(CU(cuInit)(0));
  CUdevice device = 0;
  int value = 0;
  return Answers() << CU(cuDeviceGet)(&device, 99) << CU(cuDeviceGet)(&device, -1)
                   << CU(cuDeviceGetAttribute)(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 99);
}

std::string no_context() {
  DRIVER_TEST_MUST(CU(cuInit)(0));
  CUdeviceptr pointer = 0;
  CUmodule module = nullptr;
  CUstream stream = nullptr;
  CUcontext context = nullptr;
  return Answers() << CU(cuMemAlloc)(&pointer, 4) << CU(cuModuleLoadData)(&module, kernels_ptx)
                   << CU(cuStreamCreate)(&stream, 0) << CU(cuCtxSynchronize)()
                   << CU(cuCtxPopCurrent)(&context);
}

std::string unknown_error_name() {
  const char* name = "set before";
  const int result = CU(cuGetErrorName)(static_cast<CUresult>(998), &name);
  return Answers() << result << (name == nullptr);
}

std::string unknown_function() {
  make_context();
  CUfunction found = nullptr;
  CUmodule module = load();
  return Answers() << CU(cuModuleGetFunction)(&found, module, "no_such_kernel")
                   << CU(cuModuleGetFunction)(&found, module, "helper")
                   << CU(cuModuleGetFunction)(&found, module, "counter");
}

std::string unknown_global() {
  make_context();
  CUdeviceptr pointer = 0;
  std::size_t bytes = 0;
  return Answers() << CU(cuModuleGetGlobal)(&pointer, &bytes, load(), "no_such_variable");
}

std::string empty_function_name() {
  make_context();
  CUfunction found = nullptr;
  return Answers() << CU(cuModuleGetFunction)(&found, load(), "");
}

std::string kernel_as_global() {
  make_context();
  CUdeviceptr pointer = 0;
  std::size_t bytes = 0;
  return Answers() << CU(cuModuleGetGlobal)(&pointer, &bytes, load(), "store");
}

std::string missing_file() {
  make_context();
  CUmodule module = nullptr;
  return Answers() << CU(cuModuleLoad)(&module, "no-such-folder/no-such-file.ptx");
}

std::string null_image() {
  make_context();
  CUmodule module = nullptr;
  return Answers() << CU(cuModuleLoadData)(&module, nullptr);
}

std::string unknown_entry_point() {
  DRIVER_TEST_MUST(CU(cuInit)(0));
  void* address = &address;
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
  const int result = CU(cuGetProcAddress)("cuNoSuchFunction", &address, 12000, 0, &status);
  return Answers() << result << (address == nullptr) << (status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

}  // namespace

void add_setup_cases(std::vector<Case>& all) {
  all.insert(all.end(), {
                            {"any_call_before_init", "3 3 3 3 3", before_init},
                            {"init_with_flags", "1", init_flags},
                            {"unknown_device_attribute", "1", unknown_attribute},
                            {"device_get_into_null", "1", device_get_null},
                            {"bad_device_ordinal", "101 101 101", bad_ordinal},
                            {"no_current_context", "201 201 201 201 201", no_context},
                            {"error_name_of_unknown_code", "1 1", unknown_error_name},
                            {"unknown_kernel_device_function_variable", "500 500 500", unknown_function},
                            {"unknown_global", "500", unknown_global},
                            {"empty_kernel_name", "1", empty_function_name},
                            {"kernel_name_as_global", "1", kernel_as_global},
                            {"module_of_missing_file", "301", missing_file},
                            {"module_of_null", "1", null_image},
                            {"unknown_entry_point", "0 1 1", unknown_entry_point},
                        });
}

}  // namespace driver_test

// Functions and kernels: attributes, names, parameters.
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/function_attributes.hpp"
#include "driver/library.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

std::shared_ptr<Function> current_function(CUfunction handle) {
  return find_function(handle, *current_context());
}

}  // namespace

CUresult CUDAAPI cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
  return api([&] {
    const auto function = current_function(hfunc);
    required(pi) = function_attribute(attrib, *function->module, *function->entry, *function->settings);
  });
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
  return api([&] {
    const auto function = current_function(hfunc);
    set_function_attribute(attrib, value, *function->entry, *function->settings);
  });
}

CUresult CUDAAPI cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
  return api([&] {
    current_function(hfunc);
    require(config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL);
  });
}

CUresult CUDAAPI cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
  return api([&] {
    current_function(hfunc);
    require(config >= CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE &&
            config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
  });
}

CUresult CUDAAPI cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) {
  return api([&] {
    const auto owner = current_function(hfunc)->owner.lock();
    require(owner != nullptr, CUDA_ERROR_INVALID_HANDLE);
    required(hmod) = owner->handle;
  });
}

#if CUDA_VERSION >= 12030
CUresult CUDAAPI cuFuncGetName(const char** name, CUfunction hfunc) {
  return api([&] { required(name) = current_function(hfunc)->entry->name.c_str(); });
}
#endif

#if CUDA_VERSION >= 12040
CUresult CUDAAPI cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset,
                                    size_t* paramSize) {
  return api([&] {
    const auto function = current_function(func);
    required(paramOffset);
    require(paramIndex < function->entry->parameters.size());
    const Parameter& parameter = function->entry->parameters[paramIndex];
    *paramOffset = parameter.offset;
    store(paramSize, parameter.size);
  });
}

CUresult CUDAAPI cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
  return api([&] {
    current_function(function);
    required(state) = CU_FUNCTION_LOADING_STATE_LOADED;
  });
}

CUresult CUDAAPI cuFuncLoad(CUfunction function) {
  return api([&] { current_function(function); });
}
#endif

CUresult CUDAAPI cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) {
  return api([&] {
    const auto found = find_kernel(kernel);
    const auto library = found->library.lock();
    require(library != nullptr, CUDA_ERROR_INVALID_HANDLE);
    const Device& device = the_driver().device(dev);
    required(pi) = function_attribute(attrib, library->prototype(), *found->entry,
                                      *library->settings(*found->entry, device.ordinal));
  });
}

CUresult CUDAAPI cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) {
  return api([&] {
    const auto found = find_kernel(kernel);
    const auto library = found->library.lock();
    require(library != nullptr, CUDA_ERROR_INVALID_HANDLE);
    const Device& device = the_driver().device(dev);
    set_function_attribute(attrib, val, *found->entry, *library->settings(*found->entry, device.ordinal));
  });
}

CUresult CUDAAPI cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) {
  return api([&] {
    find_kernel(kernel);
    the_driver().device(dev);
    require(config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL);
  });
}

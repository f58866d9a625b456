// Modules: images loaded into the current context.
#include <cstring>
#include <utility>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/image.hpp"
#include "driver/library.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

void load_module(CUmodule* result, std::string text, const JitOptions& options) {
  const auto context = current_context();
  auto loaded = std::make_shared<LoadedModule>(*context, load_ptx(text, context->device(), options), nullptr);
  loaded->handle = the_driver().modules.insert(loaded);
  context->add_module(loaded->handle);
  *result = loaded->handle;
}

CUresult load_data(CUmodule* result, const void* image, unsigned count, CUjit_option* options,
                   void** values) {
  return api([&] {
    current_context();
    required(result);
    const JitOptions jit(count, options, values);
    load_module(result, ptx_of_image(image), jit);
  });
}

}  // namespace

CUresult CUDAAPI cuModuleLoad(CUmodule* module, const char* fname) {
  return api([&] {
    current_context();
    required(module);
    required(fname);
    load_module(module, ptx_of_image(std::string_view(read_file(fname))), JitOptions(0, nullptr, nullptr));
  });
}

CUresult CUDAAPI cuModuleLoadData(CUmodule* module, const void* image) {
  return load_data(module, image, 0, nullptr, nullptr);
}

CUresult CUDAAPI cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions,
                                    CUjit_option* options, void** optionValues) {
  return load_data(module, image, numOptions, options, optionValues);
}

CUresult CUDAAPI cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
  return load_data(module, fatCubin, 0, nullptr, nullptr);
}

CUresult CUDAAPI cuModuleUnload(CUmodule hmod) {
  return api([&] {
    current_context();
    const auto module = find_module(hmod);
    require(!module->of_library(), CUDA_ERROR_NOT_PERMITTED);
    const auto context = the_driver().contexts.find(module->context());
    if (context != nullptr) {
      // Kernels of the module may still be running.
      context->synchronize();
      context->remove_module(hmod);
    }
    module->retire();
    return context != nullptr ? context->error() : CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return api([&] { required(mode) = CU_MODULE_EAGER_LOADING; });
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
  return api([&] {
    current_context();
    const auto module = find_module(hmod);
    required(hfunc);
    require(required(name) != '\0');
    const Entry* entry = module->module().find_entry(name);
    require(entry != nullptr, CUDA_ERROR_NOT_FOUND);
    *hfunc = module->function(*entry)->handle;
  });
}

CUresult CUDAAPI cuModuleGetGlobal_v2(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) {
  return api([&] {
    current_context();
    const auto module = find_module(hmod);
    require(required(name) != '\0' && (dptr != nullptr || bytes != nullptr));
    const Variable* variable = module->module().find_variable(name);
    if (variable == nullptr) {
      // A kernel's name is refused in another way than an unknown one.
      require(module->module().find_entry(name) == nullptr);
      fail(CUDA_ERROR_NOT_FOUND);
    }
    store(dptr, variable->address);
    store(bytes, variable->size);
  });
}

#if CUDA_VERSION >= 12040
CUresult CUDAAPI cuModuleGetFunctionCount(unsigned int* count, CUmodule mod) {
  return api([&] {
    current_context();
    required(count);
    *count = static_cast<unsigned>(find_module(mod)->module().entries().size());
  });
}

CUresult CUDAAPI cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions, CUmodule mod) {
  return api([&] {
    current_context();
    required(functions);
    const auto module = find_module(mod);
    for (const Entry& entry : module->module().entries()) {
      if (entry.index >= numFunctions) break;
      functions[entry.index] = module->function(entry)->handle;
    }
  });
}
#endif

// Libraries and their kernels: images that no context owns.
#include <utility>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/image.hpp"
#include "driver/library.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

void load_library(CUlibrary* result, std::string text, const JitOptions& jit, CUlibraryOption* options,
                  void** values, unsigned count) {
  require(count == 0 || options != nullptr);
  for (unsigned i = 0; i < count; ++i) {
    require(static_cast<unsigned>(options[i]) < CU_LIBRARY_NUM_OPTIONS);
    require(options[i] == CU_LIBRARY_BINARY_IS_PRESERVED || values != nullptr);
  }
  auto library = std::make_shared<Library>(std::move(text), jit);
  library->handle = the_driver().libraries.insert(library);
  *result = library->handle;
}

const Variable& find_variable(Library& library, const char* name, const Module& module) {
  require(required(name) != '\0');
  const Variable* variable = module.find_variable(name);
  if (variable == nullptr) {
    require(library.prototype().find_entry(name) == nullptr);
    fail(CUDA_ERROR_NOT_FOUND);
  }
  return *variable;
}

}  // namespace

CUresult CUDAAPI cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions,
                                   void** jitOptionsValues, unsigned int numJitOptions,
                                   CUlibraryOption* libraryOptions, void** libraryOptionValues,
                                   unsigned int numLibraryOptions) {
  return api([&] {
    required(library);
    const JitOptions jit(numJitOptions, jitOptions, jitOptionsValues);
    load_library(library, ptx_of_image(code), jit, libraryOptions, libraryOptionValues, numLibraryOptions);
  });
}

CUresult CUDAAPI cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions,
                                       void** jitOptionsValues, unsigned int numJitOptions,
                                       CUlibraryOption* libraryOptions, void** libraryOptionValues,
                                       unsigned int numLibraryOptions) {
  return api([&] {
    required(library);
    required(fileName);
    const JitOptions jit(numJitOptions, jitOptions, jitOptionsValues);
    load_library(library, ptx_of_image(std::string_view(read_file(fileName))), jit, libraryOptions,
                 libraryOptionValues, numLibraryOptions);
  });
}

CUresult CUDAAPI cuLibraryUnload(CUlibrary library) {
  return api([&] {
    const auto ended = the_driver().libraries.erase(library);
    require(ended != nullptr, CUDA_ERROR_INVALID_HANDLE);
    // Kernels of the library may still be running.
    the_driver().contexts.for_each([](const std::shared_ptr<Context>& context) {
      if (context->alive()) context->synchronize();
    });
    ended->retire();
  });
}

CUresult CUDAAPI cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
  return api([&] {
    const auto found = find_library(library);
    required(pKernel);
    require(required(name) != '\0');
    const Entry* entry = found->prototype().find_entry(name);
    require(entry != nullptr, CUDA_ERROR_NOT_FOUND);
    *pKernel = found->kernel(*entry)->handle;
  });
}

#if CUDA_VERSION >= 12040
CUresult CUDAAPI cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib) {
  return api([&] {
    required(count);
    *count = static_cast<unsigned>(find_library(lib)->prototype().entries().size());
  });
}

CUresult CUDAAPI cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels, CUlibrary lib) {
  return api([&] {
    required(kernels);
    const auto library = find_library(lib);
    for (const Entry& entry : library->prototype().entries()) {
      if (entry.index >= numKernels) break;
      kernels[entry.index] = library->kernel(entry)->handle;
    }
  });
}
#endif

CUresult CUDAAPI cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
  return api([&] {
    required(pMod);
    const auto found = find_library(library);
    *pMod = current_context()->instance(*found)->handle;
  });
}

CUresult CUDAAPI cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return api([&] {
    const auto found = find_library(library);
    require(dptr != nullptr || bytes != nullptr);
    const auto module = current_context()->instance(*found);
    const Variable& variable = find_variable(*found, name, module->module());
    store(dptr, variable.address);
    store(bytes, variable.size);
  });
}

CUresult CUDAAPI cuLibraryGetManaged(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return api([&] {
    const auto found = find_library(library);
    require(dptr != nullptr || bytes != nullptr);
    // A managed variable belongs to the library, whatever context asks.
    const Variable& variable = find_variable(*found, name, found->prototype());
    require(variable.managed, CUDA_ERROR_NOT_FOUND);
    store(dptr, variable.address);
    store(bytes, variable.size);
  });
}

CUresult CUDAAPI cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) {
  return api([&] {
    const auto found = find_kernel(kernel);
    required(pFunc);
    *pFunc = found->function(*current_context())->handle;
  });
}

#if CUDA_VERSION >= 12050
CUresult CUDAAPI cuKernelGetLibrary(CUlibrary* pLib, CUkernel kernel) {
  return api([&] {
    const auto found = find_kernel(kernel);
    const auto library = found->library.lock();
    require(library != nullptr, CUDA_ERROR_INVALID_HANDLE);
    required(pLib) = library->handle;
  });
}
#endif

#if CUDA_VERSION >= 12030
CUresult CUDAAPI cuKernelGetName(const char** name, CUkernel hfunc) {
  return api([&] { required(name) = find_kernel(hfunc)->entry->name.c_str(); });
}
#endif

#if CUDA_VERSION >= 12040
CUresult CUDAAPI cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t* paramOffset,
                                      size_t* paramSize) {
  return api([&] {
    const auto found = find_kernel(kernel);
    required(paramOffset);
    require(paramIndex < found->entry->parameters.size());
    const Parameter& parameter = found->entry->parameters[paramIndex];
    *paramOffset = parameter.offset;
    store(paramSize, parameter.size);
  });
}
#endif

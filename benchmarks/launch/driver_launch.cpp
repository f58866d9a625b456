#include "driver_launch.hpp"

#include <dlfcn.h>

#include <gpu/detail/check.hpp>
#include <gpu/library.hpp>

#include <launch_kernels.hpp>

namespace {

typedef struct CUmod_st* Module;

template <class Function>
Function symbol(const char* name) {
  static void* const driver = dlopen(gpu::driver::api().origin, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function>(dlsym(driver, name));
}

}  // namespace

DriverKernels::DriverKernels() : launch(gpu::driver::api().launch_kernel) {
  const auto load = symbol<gpu::Status (*)(Module*, const void*)>("cuModuleLoadData");
  const auto get = symbol<gpu::Status (*)(CUfunction*, Module, const char*)>("cuModuleGetFunction");
  Module module = nullptr;
  gpu::detail::check(load(&module, launch_kernels::library.image(0).data), "cuModuleLoadData");
  gpu::detail::check(get(&small, module, "small"), "cuModuleGetFunction");
  gpu::detail::check(get(&vector_add, module, "vector_add"), "cuModuleGetFunction");
}

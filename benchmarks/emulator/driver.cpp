#include "driver.hpp"

#include <dlfcn.h>

#include <bit>
#include <stdexcept>

namespace emulator_benchmark {
namespace {

template <class Function>
void bind(void* library, Function& function, const char* name) {
  function = std::bit_cast<Function>(dlsym(library, name));
  if (function == nullptr) {
    throw std::runtime_error("the driver has no " + std::string(name));
  }
}

}  // namespace

template <class... Types, class... Arguments>
void Driver::call(const char* name, int (*entry)(Types...), Arguments... arguments) const {
  if (const int result = entry(arguments...); result != 0) {
    throw std::runtime_error(std::string(name) + " answers " + std::to_string(result));
  }
}

Driver::Driver(const std::string& library) : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) {
    throw std::runtime_error(dlerror());
  }
  int (*init)(unsigned) = nullptr;
  int (*retain)(void**, int) = nullptr;
  int (*set_current)(void*) = nullptr;
  bind(library_, init, "cuInit");
  bind(library_, retain, "cuDevicePrimaryCtxRetain");
  bind(library_, set_current, "cuCtxSetCurrent");
  bind(library_, load_, "cuModuleLoadData");
  bind(library_, unload_, "cuModuleUnload");
  bind(library_, function_, "cuModuleGetFunction");
  bind(library_, allocate_, "cuMemAlloc_v2");
  bind(library_, fill_, "cuMemsetD8_v2");
  bind(library_, launch_, "cuLaunchKernel");
  bind(library_, synchronize_, "cuCtxSynchronize");
  void* context = nullptr;
  call("cuInit", init, 0u);
  call("cuDevicePrimaryCtxRetain", retain, &context, 0);
  call("cuCtxSetCurrent", set_current, context);
}

void* Driver::load(const std::string& ptx) const {
  void* module = nullptr;
  call("cuModuleLoadData", load_, &module, static_cast<const void*>(ptx.c_str()));
  return module;
}

void Driver::unload(void* module) const { call("cuModuleUnload", unload_, module); }

void* Driver::function(void* module, const char* name) const {
  void* function = nullptr;
  call("cuModuleGetFunction", function_, &function, module, name);
  return function;
}

std::uint64_t Driver::allocate_zeroed(std::size_t bytes) const {
  std::uint64_t address = 0;
  call("cuMemAlloc", allocate_, &address, bytes);
  call("cuMemsetD8", fill_, address, static_cast<unsigned char>(0), bytes);
  return address;
}

void Driver::launch(void* function, const Shape& shape, void** parameters) const {
  call("cuLaunchKernel", launch_, function, shape.blocks_x, shape.blocks_y, 1u, shape.threads_x,
       shape.threads_y, 1u, 0u, static_cast<void*>(nullptr), parameters, static_cast<void**>(nullptr));
}

void Driver::synchronize() const { call("cuCtxSynchronize", synchronize_); }

}  // namespace emulator_benchmark

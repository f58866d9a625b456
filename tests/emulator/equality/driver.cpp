#include "driver.hpp"

#include <dlfcn.h>

#include <vector>

namespace equality {

template <class F>
F* Driver::entry(const char* name) {
  void* found = dlsym(library_, name);
  if (found == nullptr) throw std::runtime_error(std::string("the driver has no ") + name);
  return reinterpret_cast<F*>(found);
}

void Driver::check(int result, const char* call) {
  if (result == 0) return;
  const char* name = nullptr;
  entry<int(int, const char**)>("cuGetErrorName")(result, &name);
  throw std::runtime_error(std::string(call) +
                           " failed: " + (name == nullptr ? std::to_string(result) : name));
}

Driver::Driver(const std::string& library) {
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) throw std::runtime_error(dlerror());
  check(entry<int(unsigned)>("cuInit")(0), "cuInit");
  void* context = nullptr;
  check(entry<int(void**, int)>("cuDevicePrimaryCtxRetain")(&context, 0), "cuDevicePrimaryCtxRetain");
  check(entry<int(void*)>("cuCtxSetCurrent")(context), "cuCtxSetCurrent");
}

std::string Driver::description() const {
  Driver& self = const_cast<Driver&>(*this);
  char name[128] = {};
  int version = 0;
  self.check(self.entry<int(char*, int, int)>("cuDeviceGetName")(name, sizeof name, 0), "cuDeviceGetName");
  self.check(self.entry<int(int*)>("cuDriverGetVersion")(&version), "cuDriverGetVersion");
  return std::string(name) + ", driver API " + std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

Driver::Module Driver::load(const std::string& ptx, std::string& why) {
  std::vector<char> log(16384);
  int options[] = {5, 6};  // CU_JIT_ERROR_LOG_BUFFER, its size
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  Module module = nullptr;
  const int result = entry<int(Module*, const void*, unsigned, int*, void**)>("cuModuleLoadDataEx")(
      &module, ptx.c_str(), 2, options, values);
  if (result == 0) return module;
  why = std::to_string(result) + ": " + log.data();
  return nullptr;
}

void Driver::unload(Module module) { check(entry<int(Module)>("cuModuleUnload")(module), "cuModuleUnload"); }

void Driver::launch(Module module, const std::string& name, unsigned blocks, unsigned block,
                    void** parameters) {
  void* function = nullptr;
  check(entry<int(void**, Module, const char*)>("cuModuleGetFunction")(&function, module, name.c_str()),
        "cuModuleGetFunction");
  using Launch =
      int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
  check(entry<Launch>("cuLaunchKernel")(function, blocks, 1, 1, block, 1, 1, 0, nullptr, parameters, nullptr),
        "cuLaunchKernel");
}

void Driver::synchronize() { check(entry<int()>("cuCtxSynchronize")(), "cuCtxSynchronize"); }

Driver::Address Driver::allocate(std::size_t bytes) {
  Address address = 0;
  check(entry<int(Address*, std::size_t)>("cuMemAlloc_v2")(&address, bytes), "cuMemAlloc");
  return address;
}
void Driver::write(Address to, const void* from, std::size_t bytes) {
  check(entry<int(Address, const void*, std::size_t)>("cuMemcpyHtoD_v2")(to, from, bytes), "cuMemcpyHtoD");
}
void Driver::read(void* to, Address from, std::size_t bytes) {
  check(entry<int(void*, Address, std::size_t)>("cuMemcpyDtoH_v2")(to, from, bytes), "cuMemcpyDtoH");
}
void Driver::clear(Address at, std::size_t bytes) {
  check(entry<int(Address, unsigned char, std::size_t)>("cuMemsetD8_v2")(at, 0, bytes), "cuMemsetD8");
}

}  // namespace equality

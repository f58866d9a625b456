#include "driver.hpp"

#include <dlfcn.h>

#include <array>
#include <bit>

namespace conformance {
namespace {

// Numbers of cuda.h's enumerations.
constexpr int compute_capability_major = 75;
constexpr int compute_capability_minor = 76;
constexpr int jit_error_log_buffer = 5;
constexpr int jit_error_log_buffer_size = 6;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

template <class Function>
void Driver::bind(Function& function, const char* name) {
  function = std::bit_cast<Function>(dlsym(library_, name));
  if (function == nullptr) {
    throw std::runtime_error("the library has no " + std::string(name));
  }
}

Driver::Driver(const std::string& library_path)
    : library_(dlopen(library_path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) {
    throw std::runtime_error("cannot open the driver: " + std::string(dlerror()));
  }
  bind(init_, "cuInit");
  bind(version_, "cuDriverGetVersion");
  bind(device_get_, "cuDeviceGet");
  bind(device_name_, "cuDeviceGetName");
  bind(device_attribute_, "cuDeviceGetAttribute");
  bind(context_retain_, "cuDevicePrimaryCtxRetain");
  bind(context_reset_, "cuDevicePrimaryCtxReset_v2");
  bind(context_set_, "cuCtxSetCurrent");
  bind(synchronize_, "cuCtxSynchronize");
  bind(error_name_, "cuGetErrorName");
  bind(allocate_, "cuMemAlloc_v2");
  bind(free_, "cuMemFree_v2");
  bind(upload_, "cuMemcpyHtoD_v2");
  bind(download_, "cuMemcpyDtoH_v2");
  bind(fill_, "cuMemsetD8_v2");
  bind(load_, "cuModuleLoadDataEx");
  bind(unload_, "cuModuleUnload");
  bind(function_, "cuModuleGetFunction");
  bind(launch_, "cuLaunchKernel");
  check(init_(0), "cuInit");
  check(device_get_(&device_, 0), "cuDeviceGet");
  void* context = nullptr;
  check(context_retain_(&context, device_), "cuDevicePrimaryCtxRetain");
  check(context_set_(context), "cuCtxSetCurrent");
}

void Driver::check(int result, const std::string& call) const {
  if (result != 0) {
    const char* name = nullptr;
    error_name_(result, &name);
    throw DriverError(call + ": " + (name != nullptr ? name : "CUresult " + std::to_string(result)));
  }
}

std::string Driver::description() const {
  std::array<char, 256> name{};
  int major = 0;
  int minor = 0;
  int version = 0;
  check(device_name_(name.data(), static_cast<int>(name.size()), device_), "cuDeviceGetName");
  check(device_attribute_(&major, compute_capability_major, device_), "cuDeviceGetAttribute");
  check(device_attribute_(&minor, compute_capability_minor, device_), "cuDeviceGetAttribute");
  check(version_(&version), "cuDriverGetVersion");
  return std::string(name.data()) + ", compute capability " + std::to_string(major) + "." +
         std::to_string(minor) + ", driver API " + std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

void Driver::renew_context() {
  check(context_reset_(device_), "cuDevicePrimaryCtxReset");
  void* context = nullptr;
  check(context_retain_(&context, device_), "cuDevicePrimaryCtxRetain");
  check(context_set_(context), "cuCtxSetCurrent");
}

DeviceAddress Driver::allocate(std::size_t bytes) {
  DeviceAddress address = 0;
  check(allocate_(&address, bytes), "cuMemAlloc");
  return address;
}

void Driver::release(DeviceAddress address) { check(free_(address), "cuMemFree"); }

void Driver::upload(DeviceAddress to, std::span<const std::byte> from) {
  check(upload_(to, from.data(), from.size()), "cuMemcpyHtoD");
}

void Driver::download(std::span<std::byte> to, DeviceAddress from) {
  check(download_(to.data(), from, to.size()), "cuMemcpyDtoH");
}

void Driver::fill(DeviceAddress to, unsigned char byte, std::size_t bytes) {
  check(fill_(to, byte, bytes), "cuMemsetD8");
}

void* Driver::load_module(const std::string& ptx) {
  std::array<char, 8192> log{};
  const std::array<int, 2> options{jit_error_log_buffer, jit_error_log_buffer_size};
  std::array<void*, 2> values{log.data(), std::bit_cast<void*>(log.size())};
  void* module = nullptr;
  const int result = load_(&module, ptx.c_str(), 2, options.data(), values.data());
  if (result != 0) {
    const std::string line = first_line(log.data());
    check(result, line.empty() ? "cuModuleLoadDataEx" : "cuModuleLoadDataEx says \"" + line + "\"");
  }
  return module;
}

void Driver::unload_module(void* module) { check(unload_(module), "cuModuleUnload"); }

void* Driver::function(void* module, const std::string& name) {
  void* function = nullptr;
  check(function_(&function, module, name.c_str()), "cuModuleGetFunction");
  return function;
}

void Driver::launch(void* function, unsigned blocks, const unsigned (&block)[3],
                    std::vector<DeviceAddress> arguments) {
  std::vector<void*> pointers;
  for (DeviceAddress& argument : arguments) {
    pointers.push_back(&argument);
  }
  check(launch_(function, blocks, 1, 1, block[0], block[1], block[2], 0, nullptr, pointers.data(), nullptr),
        "cuLaunchKernel");
  check(synchronize_(), "cuCtxSynchronize after the launch");
}

}  // namespace conformance

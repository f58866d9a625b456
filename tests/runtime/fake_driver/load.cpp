#include "load.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

#include <gpu/driver/open.hpp>

namespace fake {

std::string driver_path() {
  namespace paths = gpu::driver::detail;
  return paths::beside(paths::program_path().c_str(), "libgpu_fake_driver.so").c_str();
}

Driver& load_driver() {
  setenv("GPU_DRIVER", driver_path().c_str(), 1);
  void* const library = dlopen(driver_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return *reinterpret_cast<Driver* (*)()>(dlsym(library, "fake_driver"))();
}

}  // namespace fake

#include "quiet_driver.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

#include <gpu/driver/open.hpp>

fake::Driver& quiet_driver() {
  const std::string path =
      gpu::driver::detail::folder_of(gpu::driver::detail::program_path()) + "libgpu_fake_driver.so";
  setenv("GPU_DRIVER", path.c_str(), 1);
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  fake::Driver& driver = *reinterpret_cast<fake::Driver* (*)()>(dlsym(library, "fake_driver"))();
  driver.quiet = true;
  return driver;
}

#include "fixture.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

std::string fake_driver_path() {
  return gpu::driver::detail::folder_of(gpu::driver::detail::program_path()) + "libgpu_fake_driver.so";
}

namespace {

fake::Driver& loaded_driver() {
  setenv("GPU_DRIVER", fake_driver_path().c_str(), 1);
  void* const library = dlopen(fake_driver_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return *reinterpret_cast<fake::Driver* (*)()>(dlsym(library, "fake_driver"))();
}

}  // namespace

Calls::Calls() : driver(loaded_driver()) {
  driver.reset();
  gpu::driver::api();
  driver.calls.clear();
}

Calls::~Calls() { EXPECT_EQ(driver.misuses, std::vector<std::string>{}); }

void expect_contains(const std::string& text, std::initializer_list<const char*> fragments) {
  for (const char* const fragment : fragments) {
    EXPECT_NE(text.find(fragment), std::string::npos) << "no \"" << fragment << "\" in: " << text;
  }
}

FreshLibrary::FreshLibrary(const char* code)
    : images{{"scale.cu", code, std::strlen(code)}},
      entry(library, 0, "scale", "scale"),
      entries{&entry},
      library("fresh", images, entries) {}

void FreshLibrary::launch(const gpu::LaunchConfig& config, const gpu::LaunchContract& contract) {
  void* parameters[] = {nullptr};
  entry.launch(contract, config, parameters);
}

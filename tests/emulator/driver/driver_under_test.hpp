#pragma once

// The driver that the tests talk to: the emulator, or the library that DRIVER_UNDER_TEST names (libcuda.so.1
// for the real GPU). Opened with dlopen, so one program serves both.

#include <cuda.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace driver_test {

inline const char* driver_path() {
  const char* chosen = std::getenv("DRIVER_UNDER_TEST");
  return chosen != nullptr && *chosen != '\0' ? chosen : EMULATOR_LIBRARY;
}

inline void* driver_library() {
  static void* const library = [] {
    void* opened = dlopen(driver_path(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) {
      std::fprintf(stderr, "cannot open the driver under test: %s\n", dlerror());
      std::exit(2);
    }
    return opened;
  }();
  return library;
}

/// True when the tests run against the emulator and may ask for what only it promises.
inline bool on_emulator() {
  return dlsym(driver_library(), "cuInit") != nullptr && std::getenv("DRIVER_UNDER_TEST") == nullptr;
}

template <typename Function>
Function resolve(const char* symbol) {
  void* const address = dlsym(driver_library(), symbol);
  if (address == nullptr) {
    throw std::runtime_error(std::string(driver_path()) + " has no symbol " + symbol);
  }
  return reinterpret_cast<Function>(address);
}

}  // namespace driver_test

#define DRIVER_TEST_TEXT(name) #name
// The macro argument is expanded first, so CU(cuMemAlloc) is cuMemAlloc_v2, as in a program that includes
// cuda.h.
#define DRIVER_TEST_RESOLVE(name) (driver_test::resolve<decltype(&name)>(DRIVER_TEST_TEXT(name)))
/// The driver's function of that name: CU(cuMemAlloc)(&pointer, 64).
#define CU(name) DRIVER_TEST_RESOLVE(name)

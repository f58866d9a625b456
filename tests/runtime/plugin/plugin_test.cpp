// A program with stubs, and a plug-in with a kernel library in it, open no driver before the first use of
// one.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <cstdlib>
#include <string>

#include <runtime_kernels.hpp>

namespace {

/// The shared objects of this process that may be a driver or belong to CUDA, one a line.
std::string cuda_objects() {
  std::string found;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* list) {
        const std::string name = object->dlpi_name;
        for (const char* const part : {"libcuda", "libnvidia", "libgpu_"})
          if (name.find(part) != std::string::npos) *static_cast<std::string*>(list) += name + "\n";
        return 0;
      },
      &found);
  return found;
}

template <class Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

TEST(Plugin, AProgramWithStubsStartsWithoutADriver) {
  EXPECT_STREQ(runtime_kernels::increment.name(), "increment");
  EXPECT_EQ(cuda_objects(), "");
}

TEST(Plugin, OpensNoDriverBeforeTheFirstUse) {
  setenv("GPU_DRIVER", "/no/such/driver.so", 1);
  void* const plugin = dlopen(PLUGIN_PATH, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(plugin, nullptr) << dlerror();
  EXPECT_STREQ(symbol<const char* (*)()>(plugin, "plugin_kernel_name")(), "increment");
  EXPECT_EQ(cuda_objects(), "");
  const auto launch = symbol<const char* (*)()>(plugin, "plugin_launch");
  EXPECT_NE(std::string(launch()).find("GPU_DRIVER=/no/such/driver.so cannot be opened"), std::string::npos);
  EXPECT_EQ(cuda_objects(), "");
  setenv("GPU_DRIVER", FAKE_DRIVER_PATH, 1);  // one that has no device: it is opened, and says so
  EXPECT_EQ(std::string(launch()).find("cannot be opened"), std::string::npos) << launch();
  EXPECT_NE(cuda_objects().find("libgpu_fake_driver"), std::string::npos);
}

}  // namespace

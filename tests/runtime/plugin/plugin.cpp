// A plug-in with a kernel library in it.
#include <string>

#include <gpu/gpu.hpp>
#include <runtime_kernels.hpp>

extern "C" __attribute__((visibility("default"))) const char* plugin_kernel_name() {
  return runtime_kernels::increment.name();
}

/// What the first use of the driver says.
extern "C" __attribute__((visibility("default"))) const char* plugin_launch() {
  static std::string answer;
  try {
    const gpu::Context context{gpu::Device{0}};
    auto values = gpu::DeviceBuffer<int>::zeroed(1);
    runtime_kernels::increment({.grid = 1, .block = 1}, values, 1U);
    answer = "launched";
  } catch (const gpu::Error& error) {
    answer = error.what();
  }
  return answer.c_str();
}

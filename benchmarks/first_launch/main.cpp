// Prints the microseconds from "nothing is loaded" to "the first launch has ended", in one of three ways:
//   first_launch_benchmark fatbin | ptx | raw <file.cubin>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fatbin_kernels.hpp>
#include <gpu/detail/check.hpp>
#include <gpu/gpu.hpp>
#include <ptx_kernels.hpp>

namespace {

constexpr unsigned count = 1 << 20;
typedef struct CUmod_st* Module;

template <class Function>
Function symbol(const char* name) {
  void* const driver = dlopen(gpu::driver::api().origin, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function>(dlsym(driver, name));
}

/// cuModuleLoadData, cuModuleGetFunction, cuLaunchKernel, as one writes them by hand.
class Raw {
 public:
  explicit Raw(const char* path) {
    std::ifstream file(path, std::ios::binary);
    code_.assign(std::istreambuf_iterator<char>(file), {});
    if (code_.empty()) throw gpu::Error(gpu::Status::file_not_found, "open", path);
  }

  void operator()(CUstream stream, gpu::DevicePtr<const float> a, gpu::DevicePtr<const float> b,
                  gpu::DevicePtr<float> out) const {
    Module module = nullptr;
    CUfunction function = nullptr;
    unsigned size = count;
    void* parameters[] = {&a, &b, &out, &size};
    gpu::detail::check(load_(&module, code_.data()), "cuModuleLoadData");
    gpu::detail::check(get_(&function, module, "vector_add"), "cuModuleGetFunction");
    gpu::detail::check(gpu::driver::api().launch_kernel(function, count / 256, 1, 1, 256, 1, 1, 0, stream,
                                                        parameters, nullptr),
                       "cuLaunchKernel");
  }

 private:
  std::vector<char> code_;
  gpu::Status (*load_)(Module*, const void*) = symbol<decltype(load_)>("cuModuleLoadData");
  gpu::Status (*get_)(CUfunction*, Module, const char*) = symbol<decltype(get_)>("cuModuleGetFunction");
};

template <class Launch>
int measure(const Launch& launch) {
  const gpu::Stream stream;
  const auto a = gpu::DeviceBuffer<float>::from(std::vector<float>(count, 1.0f));
  const auto b = gpu::DeviceBuffer<float>::from(std::vector<float>(count, 2.0f));
  auto out = gpu::DeviceBuffer<float>::zeroed(count);
  const auto start = std::chrono::steady_clock::now();
  launch(stream, a, b, out);
  stream.synchronize();
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
  std::vector<float> host(count);
  out.copy_to(host);
  if (host != std::vector<float>(count, 3.0f)) {
    std::fputs("first_launch_benchmark: the sums are wrong\n", stderr);
    return 1;
  }
  std::printf("%.1f\n", taken.count());
  return 0;
}

template <class Stub>
auto by_stub(const Stub& stub) {
  return [&stub](const gpu::Stream& stream, const auto& a, const auto& b, auto& out) {
    stub({.grid = count / 256, .block = 256, .stream = stream}, a, b, out, count);
  };
}

int run(const std::string& way, const char* path) {
  const gpu::Context context{gpu::Device{0}};
  if (way == "fatbin") return measure(by_stub(fatbin_kernels::vector_add));
  if (way == "ptx") return measure(by_stub(ptx_kernels::vector_add));
  const Raw raw(path);
  return measure(
      [&raw](const gpu::Stream& stream, const auto& a, const auto& b, auto& out) { raw(stream, a, b, out); });
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string way = argument_count > 1 ? arguments[1] : "";
  if (way != "fatbin" && way != "ptx" && (way != "raw" || argument_count != 3)) {
    std::fputs("first_launch_benchmark fatbin | ptx | raw <file.cubin>\n", stderr);
    return 2;
  }
  try {
    return run(way, arguments[argument_count - 1]);
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "first_launch_benchmark: %s\n", error.what());
    return 1;
  }
}

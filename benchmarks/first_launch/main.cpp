// Prints the microseconds from "nothing is loaded" to "the first launch has ended", in one of several ways;
// with the driver of trace.cpp as GPU_DRIVER, also each driver call between.
//   first_launch_benchmark <way> <file.cubin>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fatbin_kernels.hpp>
#include <gpu/detail/check.hpp>
#include <gpu/gpu.hpp>
#include <gpu/kernel_library.hpp>
#include <ptx_kernels.hpp>

#include "trace.hpp"

namespace {

constexpr unsigned count = 1 << 20;
typedef struct CUmod_st* Module;

template <class Function>
Function symbol(const char* name) {
  static void* const driver = dlopen(gpu::driver::api().origin, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function>(dlsym(driver, name));
}

using Output = gpu::DeviceBuffer<float>;
using Launch = std::function<void(CUstream, const Output&, const Output&, Output&)>;

std::vector<char> read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  if (bytes.empty()) throw gpu::Error(gpu::Status::file_not_found, "open", path);
  return bytes;
}

void launch_by_hand(CUfunction function, CUstream stream, const Output& a, const Output& b, Output& out) {
  gpu::DevicePtr<const float> a_pointer = a;
  gpu::DevicePtr<const float> b_pointer = b;
  gpu::DevicePtr<float> out_pointer = out;
  unsigned size = count;
  void* parameters[] = {&a_pointer, &b_pointer, &out_pointer, &size};
  gpu::detail::check(gpu::driver::api().launch_kernel(function, count / 256, 1, 1, 256, 1, 1, 0, stream,
                                                      parameters, nullptr),
                     "cuLaunchKernel");
}

/// The machine code in a fatbin, which is not compressed: its first part, behind a header that says how long
/// the part's own header is.
const char* machine_code_in(const char* fatbin) {
  constexpr std::size_t fatbin_header = 16;
  std::uint32_t part_header = 0;
  std::memcpy(&part_header, fatbin + fatbin_header + 4, sizeof part_header);
  const char* const code = fatbin + fatbin_header + part_header;
  if (std::memcmp(code,
                  "\x7f"
                  "ELF",
                  4) == 0)
    return code;
  throw gpu::Error(gpu::Status::invalid_image, "machine_code_in",
                   "the fatbin does not begin with machine code");
}

/// cuModuleLoadData, cuModuleGetFunction, cuLaunchKernel, as one writes them by hand, with what `code` gives.
template <class Code>
Launch by_module(Code code) {
  const auto load = symbol<gpu::Status (*)(Module*, const void*)>("cuModuleLoadData");
  const auto get = symbol<gpu::Status (*)(CUfunction*, Module, const char*)>("cuModuleGetFunction");
  return [code = std::move(code), load, get](CUstream stream, const Output& a, const Output& b, Output& out) {
    Module module = nullptr;
    CUfunction function = nullptr;
    gpu::detail::check(load(&module, code()), "cuModuleLoadData");
    gpu::detail::check(get(&function, module, "vector_add"), "cuModuleGetFunction");
    launch_by_hand(function, stream, a, b, out);
  };
}

/// cuLibraryLoadData, cuLibraryGetKernel, cuLaunchKernel by hand, with the options that may cost time: a
/// buffer for the driver's compiler to write to, and the promise that the code stays where it is.
Launch by_library(std::vector<char> code, bool log, bool preserved) {
  return [code = std::move(code), log, preserved](CUstream stream, const Output& a, const Output& b,
                                                  Output& out) {
    constexpr std::size_t log_bytes = 16384;
    static char log_buffer[log_bytes];
    using gpu::driver::JitOption;
    JitOption jit_options[] = {JitOption::error_log_buffer, JitOption::error_log_buffer_size_bytes};
    void* jit_values[] = {log_buffer, reinterpret_cast<void*>(log_bytes - 1)};
    constexpr auto binary_is_preserved = static_cast<gpu::driver::LibraryOption>(1);
    gpu::driver::LibraryOption options[] = {binary_is_preserved};
    void* values[] = {reinterpret_cast<void*>(1)};
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    const gpu::driver::Api& api = gpu::driver::api();
    gpu::detail::check(api.library_load_data(&library, code.data(), jit_options, jit_values, log ? 2 : 0,
                                             options, values, preserved ? 1 : 0),
                       "cuLibraryLoadData");
    gpu::detail::check(api.library_get_kernel(&kernel, library, "vector_add"), "cuLibraryGetKernel");
    launch_by_hand(reinterpret_cast<CUfunction>(kernel), stream, a, b, out);
  };
}

template <class Stub>
Launch by_stub(const Stub& stub) {
  return [&stub](CUstream stream, const Output& a, const Output& b, Output& out) {
    stub({.grid = count / 256, .block = 256, .stream = stream}, a, b, out, count);
  };
}

Launch by(const std::string& way, const char* cubin) {
  if (way == "fatbin") return by_stub(fatbin_kernels::vector_add);
  if (way == "ptx") return by_stub(ptx_kernels::vector_add);
  const gpu::Image& image = fatbin_kernels::library.image(0);
  if (way == "raw") return by_module([&image] { return machine_code_in(image.data); });
  if (way == "raw-file") return by_module([file = read(cubin)] { return file.data(); });
  if (way == "raw-fatbin") return by_module([&image] { return image.data; });
  if (way == "library") return by_library(read(cubin), false, false);
  // Copied, as a file is read: the pages are there before the clock starts.
  const std::vector<char> fatbin(image.data, image.data + image.size);
  if (way == "library-fatbin") return by_library(fatbin, false, false);
  if (way == "library-fatbin-log") return by_library(fatbin, true, false);
  if (way == "library-fatbin-preserved") return by_library(fatbin, false, true);
  if (way == "library-fatbin-log-preserved") return by_library(fatbin, true, true);
  return {};
}

int measure(const Launch& launch) {
  const gpu::Stream stream;
  const auto a = Output::from(std::vector<float>(count, 1.0f));
  const auto b = Output::from(std::vector<float>(count, 2.0f));
  auto out = Output::zeroed(count);
  const auto trace_start = symbol<TraceFunction>(trace_start_name);
  const auto trace_print = symbol<TraceFunction>(trace_print_name);
  if (trace_start != nullptr) trace_start();
  const auto start = std::chrono::steady_clock::now();
  launch(stream.handle(), a, b, out);
  const auto launched = std::chrono::steady_clock::now();
  stream.synchronize();
  const auto end = std::chrono::steady_clock::now();
  using Microseconds = std::chrono::duration<double, std::micro>;
  std::printf("total %.2f\nlaunched %.2f\n", Microseconds(end - start).count(),
              Microseconds(launched - start).count());
  if (trace_print != nullptr) trace_print();
  std::vector<float> host(count);
  out.copy_to(host);
  if (host == std::vector<float>(count, 3.0f)) return 0;
  std::fputs("first_launch_benchmark: the sums are wrong\n", stderr);
  return 1;
}

}  // namespace

int main(int argument_count, char** arguments) {
  try {
    const gpu::Context context{gpu::Device{0}};
    const Launch launch = argument_count == 3 ? by(arguments[1], arguments[2]) : Launch();
    if (launch) return measure(launch);
    std::fputs("first_launch_benchmark <way> <file.cubin>; run.py names the ways\n", stderr);
    return 2;
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "first_launch_benchmark: %s\n", error.what());
    return 1;
  }
}

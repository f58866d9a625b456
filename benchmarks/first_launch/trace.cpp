// A driver that hands every call to the real one, FIRST_LAUNCH_DRIVER or libcuda.so.1, and records how long
// it took. A program that is started with its path as GPU_DRIVER prints the calls by trace.hpp's functions.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <dlfcn.h>
#include <gpu/driver/api.hpp>

#include "trace.hpp"

namespace {

using gpu::Status;
using Clock = std::chrono::steady_clock;

struct Call {
  const char* name;
  double microseconds;
};
constexpr std::size_t most_calls = 1024;
Call calls[most_calls];
std::size_t call_count = 0;

void record(const char* name, Clock::time_point start) {
  const std::chrono::duration<double, std::micro> taken = Clock::now() - start;
  if (call_count < most_calls) calls[call_count++] = {name, taken.count()};
}

template <class Function>
Function real(const char* name) {
  static void* const driver = [] {
    const char* const chosen = std::getenv("FIRST_LAUNCH_DRIVER");
    void* const opened = dlopen(chosen != nullptr ? chosen : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) std::fprintf(stderr, "first_launch_trace: %s\n", dlerror());
    if (opened == nullptr) std::exit(1);
    return opened;
  }();
  return reinterpret_cast<Function>(dlsym(driver, name));
}

/// The function of the real driver behind a member of the table, and the one that stands before it.
template <auto Member, class Function>
struct Timed;

template <auto Member, class... Parameters>
struct Timed<Member, Status (*)(Parameters...)> {
  static inline const char* name = "";
  static inline Status (*behind)(Parameters...) = nullptr;

  static Status call(Parameters... parameters) {
    const Clock::time_point start = Clock::now();
    const Status status = behind(parameters...);
    record(name, start);
    return status;
  }

  static void stand_before(const char* function_name, void*& address) {
    name = function_name;
    behind =
        reinterpret_cast<Status (*)(Parameters...)>(std::exchange(address, reinterpret_cast<void*>(call)));
  }
};

struct CUmod_st;

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void first_launch_trace_start() { call_count = 0; }

__attribute__((visibility("default"))) void first_launch_trace_print() {
  for (std::size_t index = 0; index < call_count; ++index)
    std::printf("%s %.2f\n", calls[index].name, calls[index].microseconds);
}

__attribute__((visibility("default"))) Status cuDriverGetVersion(int* version) {
  return real<Status (*)(int*)>("cuDriverGetVersion")(version);
}

__attribute__((visibility("default"))) Status cuModuleLoadData(CUmod_st** module, const void* code) {
  static const auto load = real<Status (*)(CUmod_st**, const void*)>("cuModuleLoadData");
  const Clock::time_point start = Clock::now();
  const Status status = load(module, code);
  record("cuModuleLoadData", start);
  return status;
}

__attribute__((visibility("default"))) Status cuModuleGetFunction(CUfunction* function, CUmod_st* module,
                                                                  const char* name) {
  static const auto get = real<Status (*)(CUfunction*, CUmod_st*, const char*)>("cuModuleGetFunction");
  const Clock::time_point start = Clock::now();
  const Status status = get(function, module, name);
  record("cuModuleGetFunction", start);
  return status;
}

__attribute__((visibility("default"))) Status cuGetProcAddress_v2(const char* name, void** address,
                                                                  int version, std::uint64_t flags,
                                                                  int* result) {
  using Get = Status (*)(const char*, void**, int, std::uint64_t, int*);
  const Status status = real<Get>("cuGetProcAddress_v2")(name, address, version, flags, result);
  if (status != Status::success || *address == nullptr) return status;
#define FIRST_LAUNCH_TIME(member, asked, symbol, parameters) \
  if (std::strcmp(name, asked) == 0)                         \
    Timed<&gpu::driver::Api::member, decltype(gpu::driver::Api::member)>::stand_before(asked, *address);
  GPU_KERNELS_DRIVER_FUNCTIONS(FIRST_LAUNCH_TIME)
#undef FIRST_LAUNCH_TIME
  return status;
}
}

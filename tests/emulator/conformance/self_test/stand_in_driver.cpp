// A libcuda for testing the harness: it "runs" a form by the harness's own expectation, and goes wrong where
// it is told to.
//   STAND_IN_REFUSES=NAME  modules with the form NAME do not load
//   STAND_IN_FAILS=NAME    launches of NAME fault, and the context with them
//   STAND_IN_ERRS=NAME     one lane of NAME gets a wrong bit

#include "../expect/accuracy.hpp"
#include "../expect/expectation.hpp"
#include "../form.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

using conformance::all_forms;
using conformance::Form;

constexpr int invalid_ptx = 218;
constexpr int illegal_address = 700;
constexpr unsigned wrong_lane = 1500;

bool is_context_broken = false;

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::uint64_t element(const void* array, std::size_t index, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, static_cast<const char*>(array) + index * bytes, bytes < 8 ? bytes : 8);
  return value;
}

void run(const Form& form, void** arrays, unsigned lanes) {
  const conformance::Expectation expectation = conformance::expectation_of(form);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    std::array<std::uint64_t, 6> in{};
    std::array<std::uint64_t, 4> out{};
    for (std::size_t k = 0; k < form.inputs.size(); ++k) {
      in[k] = element(arrays[k], lane, conformance::info(form.inputs[k]).bytes);
    }
    if (expectation) {
      expectation(in.data(), out.data());
    }
    if (lane == wrong_lane && environment("STAND_IN_ERRS") == form.name) {
      out[0] ^= 1;
    }
    for (std::size_t k = 0; k < form.outputs.size(); ++k) {
      const unsigned bytes = conformance::info(form.outputs[k]).bytes;
      std::memcpy(static_cast<char*>(arrays[form.inputs.size() + k]) + std::size_t{lane} * bytes, &out[k],
                  bytes < 8 ? bytes : 8);
    }
  }
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return 0; }
int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
int cuDeviceGet(int* device, int) { return *device = 0, 0; }
int cuDeviceGetName(char* name, int size, int) {
  return std::strncpy(name, "stand-in", static_cast<std::size_t>(size)), 0;
}
int cuDeviceGetAttribute(int* value, int, int) { return *value = 9, 0; }
int cuDevicePrimaryCtxRetain(void** context, int) { return *context = &is_context_broken, 0; }
int cuDevicePrimaryCtxReset_v2(int) { return is_context_broken = false, 0; }
int cuCtxSetCurrent(void*) { return 0; }
int cuCtxSynchronize() { return is_context_broken ? illegal_address : 0; }
int cuGetErrorName(int, const char** name) { return *name = "CUDA_ERROR_OF_THE_STAND_IN", 0; }
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  return std::memcpy(address, &memory, sizeof memory), 0;
}
int cuMemFree_v2(std::uint64_t) { return 0; }
int cuMemcpyHtoD_v2(void* to, const void* from, std::size_t bytes) { return std::memcpy(to, from, bytes), 0; }
int cuMemcpyDtoH_v2(void* to, const void* from, std::size_t bytes) { return std::memcpy(to, from, bytes), 0; }
int cuMemsetD8_v2(void* to, unsigned char byte, std::size_t bytes) { return std::memset(to, byte, bytes), 0; }
int cuModuleLoadDataEx(void** module, const void* text, unsigned, const int*, void** values) {
  const std::string refused = environment("STAND_IN_REFUSES");
  if (!refused.empty() &&
      std::string(static_cast<const char*>(text)).find("// " + refused + "\n") != std::string::npos) {
    return std::strcpy(static_cast<char*>(values[0]), "not this one\nmore"), invalid_ptx;
  }
  return *module = &is_context_broken, 0;
}
int cuModuleUnload(void*) { return 0; }
int cuModuleGetFunction(void** function, void*, const char* name) {
  *function = const_cast<Form*>(&all_forms()[std::stoul(std::string(name).substr(sizeof "form_" - 1))]);
  return 0;
}
int cuLaunchKernel(void* function, unsigned blocks, unsigned, unsigned, unsigned x, unsigned y, unsigned z,
                   unsigned, void*, void** parameters, void**) {
  const Form& form = *static_cast<const Form*>(function);
  if (environment("STAND_IN_FAILS") == form.name) {
    return is_context_broken = true, 0;
  }
  std::array<void*, 10> arrays{};
  for (std::size_t k = 0; k < form.inputs.size() + form.outputs.size(); ++k) {
    std::memcpy(&arrays[k], parameters[k], sizeof(void*));
  }
  run(form, arrays.data(), blocks * x * y * z);
  return 0;
}

}  // extern "C"

#pragma once

#include <string>

#include "driver_under_test.hpp"
#include "ptx_texts.hpp"

namespace driver_test {

/// Collects results as text: "700 700".
class Answers {
 public:
  Answers& operator<<(int result) {
    if (!text_.empty()) text_ += ' ';
    text_ += std::to_string(result);
    return *this;
  }
  operator std::string() const { return text_; }

 private:
  std::string text_;
};

/// Ends the test, not the run, where what it stands on fails. Not for other threads than the test's own.
inline void must(int result, const char* what) {
  if (result == 0) return;
  throw std::runtime_error(std::string("setting up failed: ") + what + " gave " + std::to_string(result));
}

#define DRIVER_TEST_MUST(call) driver_test::must(static_cast<int>(call), #call)

/// cuInit and the primary context of device 0, current.
inline CUcontext make_context() {
  CUcontext context = nullptr;
  DRIVER_TEST_MUST(CU(cuInit)(0));
  DRIVER_TEST_MUST(CU(cuDevicePrimaryCtxRetain)(&context, 0));
  DRIVER_TEST_MUST(CU(cuCtxSetCurrent)(context));
  return context;
}

inline CUmodule load(const char* text = kernels_ptx) {
  CUmodule module = nullptr;
  char log[2048] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  const int result = CU(cuModuleLoadDataEx)(&module, text, 2, options, values);
  must(result, (std::string("cuModuleLoadDataEx: ") + log).c_str());
  return module;
}

inline CUfunction function(const char* name) {
  CUfunction found = nullptr;
  DRIVER_TEST_MUST(CU(cuModuleGetFunction)(&found, load(), name));
  return found;
}

inline CUdeviceptr memory(std::size_t bytes) {
  CUdeviceptr pointer = 0;
  DRIVER_TEST_MUST(CU(cuMemAlloc)(&pointer, bytes));
  return pointer;
}

/// One block of `threads`, on the default stream.
inline int launch(CUfunction kernel, unsigned threads, void** parameters = nullptr, unsigned shared = 0) {
  return CU(cuLaunchKernel)(kernel, 1, 1, 1, threads, 1, 1, shared, nullptr, parameters, nullptr);
}

}  // namespace driver_test

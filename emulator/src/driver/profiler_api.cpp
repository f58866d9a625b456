// Profiler control: there is nothing to profile, and programs that mark regions must run all the same.
#include "driver/context.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator::driver;

#define GPU_EMULATOR_EXPORT extern "C" __attribute__((visibility("default")))

GPU_EMULATOR_EXPORT CUresult CUDAAPI cuProfilerInitialize(const char*, const char*, int) {
  return api([] { return CUDA_ERROR_NOT_SUPPORTED; });
}

GPU_EMULATOR_EXPORT CUresult CUDAAPI cuProfilerStart() {
  return api([] { current_context(); });
}

GPU_EMULATOR_EXPORT CUresult CUDAAPI cuProfilerStop() {
  return api([] { current_context(); });
}

// Launches in all their forms.
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/launch_request.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

constexpr unsigned attribute_count = 17;  // CU_LAUNCH_ATTRIBUTE_MAX of CUDA 13.0; older headers lack the name

void apply(const CUlaunchAttribute& attribute, LaunchRequest& request) {
  switch (attribute.id) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
      request.cooperative = attribute.value.cooperative != 0;
      break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
      request.cluster = {attribute.value.clusterDim.x, attribute.value.clusterDim.y,
                         attribute.value.clusterDim.z};
      require(request.cluster[0] != 0 && request.cluster[1] != 0 && request.cluster[2] != 0);
      break;
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
      find_event(attribute.value.programmaticEvent.event);
      request.completion_events.push_back(attribute.value.programmaticEvent.event);
      break;
#if CUDA_VERSION >= 12030
    case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
      find_event(attribute.value.launchCompletionEvent.event);
      request.completion_events.push_back(attribute.value.launchCompletionEvent.event);
      break;
    case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
      require(attribute.value.deviceUpdatableKernelNode.deviceUpdatable == 0, CUDA_ERROR_NOT_SUPPORTED);
      break;
#endif
    default:
      // The rest are hints, or allow an overlap that running in order also satisfies.
      require(static_cast<unsigned>(attribute.id) < attribute_count);
      break;
  }
}

}  // namespace

CUresult CUDAAPI cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                                unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream,
                                void** kernelParams, void** extra) {
  return api([&] {
    LaunchRequest request;
    request.function = f;
    request.grid = {gridDimX, gridDimY, gridDimZ};
    request.block = {blockDimX, blockDimY, blockDimZ};
    request.dynamic_shared = sharedMemBytes;
    request.stream = hStream;
    request.parameters = kernelParams;
    request.extra = extra;
    return launch(request);
  });
}

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams,
                                  void** extra) {
  return api([&] {
    const CUlaunchConfig& given = required(config);
    LaunchRequest request;
    request.function = f;
    request.grid = {given.gridDimX, given.gridDimY, given.gridDimZ};
    request.block = {given.blockDimX, given.blockDimY, given.blockDimZ};
    request.dynamic_shared = given.sharedMemBytes;
    request.stream = given.hStream;
    request.parameters = kernelParams;
    request.extra = extra;
    require(given.numAttrs == 0 || given.attrs != nullptr);
    for (unsigned i = 0; i < given.numAttrs; ++i) apply(given.attrs[i], request);
    return launch(request);
  });
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                           unsigned int gridDimZ, unsigned int blockDimX,
                                           unsigned int blockDimY, unsigned int blockDimZ,
                                           unsigned int sharedMemBytes, CUstream hStream,
                                           void** kernelParams) {
  return api([&] {
    LaunchRequest request;
    request.function = f;
    request.grid = {gridDimX, gridDimY, gridDimZ};
    request.block = {blockDimX, blockDimY, blockDimZ};
    request.dynamic_shared = sharedMemBytes;
    request.cooperative = true;
    request.stream = hStream;
    request.parameters = kernelParams;
    return launch(request);
  });
}

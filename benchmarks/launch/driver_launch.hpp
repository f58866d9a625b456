/// The kernels as a program loads and launches them by hand: cuModuleLoadData, cuModuleGetFunction,
/// cuLaunchKernel.
#pragma once

#include <gpu/driver/open.hpp>

/// The functions of the embedded image, by the driver's module API. Throws gpu::Error when the image does not
/// load.
struct DriverKernels {
  DriverKernels();

  CUfunction small;
  CUfunction vector_add;
  decltype(gpu::driver::Api::launch_kernel) launch;
};

/// The table of driver functions; <gpu/driver/open.hpp> fills it.
#pragma once

#include <gpu/driver/functions.hpp>
#include <gpu/driver/types.hpp>
#include <gpu/status.hpp>

namespace gpu::driver {

/// The driver functions by name, without the `cu` that cuda.h's macros would rename.
struct Api {
#define GPU_KERNELS_MEMBER(member, name, symbol, parameters) Status(*member) parameters;
  GPU_KERNELS_DRIVER_FUNCTIONS(GPU_KERNELS_MEMBER)
#undef GPU_KERNELS_MEMBER
  int version;         ///< what cuDriverGetVersion answers: 12040 is CUDA 12.4
  const char* origin;  ///< the library that was opened, for messages
};

}  // namespace gpu::driver

#pragma once

#include "driver/cuda_api.hpp"
#include "driver/work.hpp"

namespace gpu_emulator::driver {

// A node's work from the driver's description of it, checked as the direct call would be.
Work kernel_work(const CUDA_KERNEL_NODE_PARAMS& params);
Work copy_work(const CUDA_MEMCPY3D& params);
Work fill_work(const CUDA_MEMSET_NODE_PARAMS& params);
Work host_work(const CUDA_HOST_NODE_PARAMS& params);

/// The first form of the kernel description knew neither kernels of libraries nor contexts.
CUDA_KERNEL_NODE_PARAMS widen(const CUDA_KERNEL_NODE_PARAMS_v1& params);

}  // namespace gpu_emulator::driver

// The host's compiler checks layouts; nvcc need not.
#pragma once

#define GPU_KERNELS_CHECK_LAYOUT(...) static_assert(true)
#define GPU_KERNELS_CHECK_MEMBER(...) static_assert(true)
#define GPU_KERNELS_CHECK_BITS(...) static_assert(true)

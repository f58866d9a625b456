#pragma once

// cuda.h as the driver's own sources see it: every exported symbol (cuMemAlloc_v2, cuMemcpyHtoD_v2_ptds, …)
// is declared under its real name, so the compiler checks each definition here against the toolkit's
// prototype and exports it.
#define __CUDA_API_VERSION_INTERNAL
#define __CUDA_API_PUSH_VISIBILITY_DEFAULT
#include <cuda.h>

# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'FORBID_SPILL'\. Is FORBID_SPILLS meant\?
gpu_add_kernel_library(kernels SOURCES a.cu FORBID_SPILL)

# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'LINK_LIBRARY'
gpu_add_kernel_library(kernels SOURCES a.cu LINK_LIBRARIES GpuKernels::runtime LINK_LIBRARY other)

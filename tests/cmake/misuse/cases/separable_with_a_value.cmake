# expect: unknown keyword or stray value 'ON'
gpu_add_kernel_library(kernels SOURCES a.cu SEPARABLE ON)

# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'SEPARABLE'\. If a definition is meant: SEPARABLE=1
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_DEFINITIONS TILE SEPARABLE)

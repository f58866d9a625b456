# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'SEPARABLES'\. Is SEPARABLE meant\? If a definition is meant: SEPARABLES=1
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_DEFINITIONS TILE SEPARABLES)

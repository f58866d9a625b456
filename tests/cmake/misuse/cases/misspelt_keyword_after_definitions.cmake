# expect: unknown keyword or stray value 'COMPILE_OPTION'. Is COMPILE_OPTIONS meant\?
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_DEFINITIONS TILE COMPILE_OPTION -lineinfo)

# expect: unknown keyword or stray value 'SEPERABLE'. Is SEPARABLE meant\? Keywords are SOURCES, .*SEPARABLE
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_OPTIONS -lineinfo SEPERABLE)

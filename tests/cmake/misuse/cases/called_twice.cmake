# expect: there is already a target 'kernels'
gpu_add_kernel_library(kernels SOURCES a.cu)
gpu_add_kernel_library(kernels SOURCES a.cu)

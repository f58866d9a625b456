# expect: there is already a target 'kernels'
add_library(kernels INTERFACE)
gpu_add_kernel_library(kernels SOURCES a.cu)

# expect: unknown keyword or stray value 'SOURCEZ'
gpu_add_kernel_library(kernels ARCHITECTURES 75 SOURCEZ a.cu)

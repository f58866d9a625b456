# expect: COMPILE_OPTIONS holds '-arch=sm_90', and which architectures
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_OPTIONS SHELL:-arch=sm_90)

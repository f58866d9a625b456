# expect: ARCHITECTURES holds 'sm_80', which nvcc
gpu_add_kernel_library(kernels SOURCES a.cu ARCHITECTURES sm_80)

# expect: CMAKE_CUDA_ARCHITECTURES holds '74', which nvcc
set(CMAKE_CUDA_ARCHITECTURES 74)
gpu_add_kernel_library(kernels SOURCES a.cu)

# expect: is NVIDIA 11.8.89; nvcc of CUDA Toolkit 12.0 or later is needed
set(CMAKE_CUDA_COMPILER_VERSION 11.8.89)
gpu_add_kernel_library(kernels SOURCES a.cu)

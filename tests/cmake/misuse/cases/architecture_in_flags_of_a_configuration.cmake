# expect: CMAKE_CUDA_FLAGS_DEBUG holds '--gpu-architecture sm_90', and which architectures
set(CMAKE_BUILD_TYPE Debug)
set(CMAKE_CUDA_FLAGS_DEBUG "--gpu-architecture sm_90 -g")
gpu_add_kernel_library(kernels SOURCES a.cu)

# expect: CMAKE_CUDA_FLAGS_DEBUG holds '-rdc true', whose code has to be linked. The keyword SEPARABLE
set(CMAKE_BUILD_TYPE Debug)
set(CMAKE_CUDA_FLAGS_DEBUG "-g -rdc true")
gpu_add_kernel_library(kernels SOURCES a.cu)

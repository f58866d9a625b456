# expect: CMAKE_CUDA_FLAGS holds '-dc', whose code has to be linked. The keyword SEPARABLE
set(CMAKE_CUDA_FLAGS "-lineinfo -dc")
gpu_add_kernel_library(kernels SOURCES a.cu)

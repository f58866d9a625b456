# expect: CMAKE_CUDA_FLAGS holds '-arch=sm_90', and which architectures .* CMAKE_CUDA_ARCHITECTURES: give it there
set(CMAKE_CUDA_FLAGS "-lineinfo -arch=sm_90")
gpu_add_kernel_library(kernels SOURCES a.cu)

# expect: ARCHITECTURES is native, and CMake found no GPU on this machine
set(CMAKE_CUDA_ARCHITECTURES_NATIVE "")
gpu_add_kernel_library(kernels SOURCES a.cu ARCHITECTURES native)

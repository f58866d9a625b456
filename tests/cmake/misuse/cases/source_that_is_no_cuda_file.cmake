# expect: the source 'CMakeLists.txt' is no CUDA file: names that end in .cu are accepted
gpu_add_kernel_library(kernels SOURCES a.cu CMakeLists.txt)

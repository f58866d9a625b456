# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'HOST_INCLUDE'
gpu_add_kernel_library(kernels SOURCES a.cu HOST_INCLUDES x.hpp HOST_INCLUDE y.hpp)

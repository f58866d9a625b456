# expect: gpu_add_kernel_library\(kernels\): NAMESPACE has no value
gpu_add_kernel_library(kernels SOURCES a.cu NAMESPACE HEADER k.hpp)

# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'SEPARABLES'
gpu_add_kernel_library(kernels SOURCES a.cu DEPENDS a.cu SEPARABLES)

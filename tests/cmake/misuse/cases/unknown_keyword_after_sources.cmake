# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'NAMESPASE'
gpu_add_kernel_library(kernels SOURCES a.cu NAMESPASE app)

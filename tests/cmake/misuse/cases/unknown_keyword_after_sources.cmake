# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'NAMESPASE'. Is NAMESPACE meant\?
gpu_add_kernel_library(kernels SOURCES a.cu NAMESPASE app)

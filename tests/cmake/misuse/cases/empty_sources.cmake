# expect: gpu_add_kernel_library\(kernels\): SOURCES has no value
gpu_add_kernel_library(kernels SOURCES ${nothing})

# expect: unknown keyword or stray value 'stray.cu'
gpu_add_kernel_library(kernels stray.cu SOURCES a.cu)

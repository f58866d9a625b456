# expect: unknown keyword or stray value 'stray.cu'. Sources follow the keyword SOURCES
gpu_add_kernel_library(kernels stray.cu)

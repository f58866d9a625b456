# expect: HEADER is 'kernels'; a relative file name
gpu_add_kernel_library(kernels SOURCES a.cu HEADER kernels)

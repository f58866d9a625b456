# expect: the source './a.cu' is given twice
gpu_add_kernel_library(kernels SOURCES a.cu ./a.cu)

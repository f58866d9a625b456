# expect: the name 'my-kernels' is no C\+\+ identifier
gpu_add_kernel_library(my-kernels SOURCES a.cu)

# expect: the name '2d' is no C\+\+ identifier
gpu_add_kernel_library(2d SOURCES a.cu)

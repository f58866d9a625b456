# expect: LINK_LIBRARIES holds 'm', which is no target at this point
gpu_add_kernel_library(kernels SOURCES a.cu LINK_LIBRARIES m)

# expect: NAMESPACE is 'gpu', and 'gpu' cannot name a namespace
gpu_add_kernel_library(kernels SOURCES a.cu NAMESPACE gpu)

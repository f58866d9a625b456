# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'COMPILE_FEATURE'
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_FEATURES cuda_std_17 COMPILE_FEATURE cuda_std_20)

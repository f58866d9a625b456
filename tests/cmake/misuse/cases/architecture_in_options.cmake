# expect: COMPILE_OPTIONS holds '-gencode;arch=compute_80', and which architectures
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_OPTIONS -gencode arch=compute_80)

# expect: ARCHITECTURES holds '74', which nvcc [0-9.]+ does not know. Accepted: 75,
gpu_add_kernel_library(kernels SOURCES a.cu ARCHITECTURES 80 74)

# expect: IMAGE is 'CUBIN'; PTX is accepted
gpu_add_kernel_library(kernels SOURCES a.cu IMAGE CUBIN)

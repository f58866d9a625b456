# expect: IMAGE is 'CUBIN'; PTX and FATBIN are accepted
gpu_add_kernel_library(kernels SOURCES a.cu IMAGE CUBIN)

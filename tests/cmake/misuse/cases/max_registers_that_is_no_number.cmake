# expect: gpu_add_kernel_library\(kernels\): MAX_REGISTERS is 'few'; a number of registers a thread is accepted, such as 64\.
gpu_add_kernel_library(kernels SOURCES a.cu MAX_REGISTERS few)

# expect: INSTANTIATE holds 'scale<float>\(\)'. Accepted is a kernel template
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATE "scale<float>()")

# expect: INSTANTIATE holds 'scale<float>, scale<int>'. Accepted is a kernel template .* one a value
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATE "scale<(1 > 0)>" "scale<float>, scale<int>")

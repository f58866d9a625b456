# expect: INSTANTIATE holds '::scale< float,4 >' twice
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATE "scale<float, 4>" "scale<int, 4>" "::scale< float,4 >")

# expect: INSTANTIATE holds 'app::scale<float,'. Accepted is a kernel template .* in quotes where there are spaces
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATE app::scale<float, 4>)

# expect: gpu_add_kernel_library\(kernels\): INSTANTIATE holds 'app::scale'. Accepted is a kernel template with its arguments
# expect: one a value and in quotes where there are spaces: "app::saxpy<float, 4>"
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATE app::scale)

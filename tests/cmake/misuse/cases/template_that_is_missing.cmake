# expect: the template 'table.hpp.jinja' does not exist
gpu_add_kernel_library(kernels SOURCES a.cu TEMPLATES table.hpp.jinja)

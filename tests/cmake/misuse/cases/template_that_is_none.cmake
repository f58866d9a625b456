# expect: TEMPLATES holds 'table.hpp'; a name that ends in .jinja is accepted
gpu_add_kernel_library(kernels SOURCES a.cu TEMPLATES table.hpp)

# expect: HEADER is '../k.hpp'; a relative file name that ends in .h, .hh, .hpp, .hxx or .cuh is accepted
gpu_add_kernel_library(kernels SOURCES a.cu HEADER ../k.hpp)

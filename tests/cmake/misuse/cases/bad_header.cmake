# expect: HEADER is '../k.hpp'; a relative file name that ends in .h, .hh, .hpp or .hxx is accepted
gpu_add_kernel_library(kernels SOURCES a.cu HEADER ../k.hpp)

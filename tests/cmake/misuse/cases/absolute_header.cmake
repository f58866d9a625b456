# expect: HEADER is '/k.hpp'; a relative file name
gpu_add_kernel_library(kernels SOURCES a.cu HEADER /k.hpp)

# expect: TEMPLATES holds '.*/kernels.hpp.jinja', and kernels.hpp is made already
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/kernels.hpp.jinja" "")
gpu_add_kernel_library(kernels SOURCES a.cu TEMPLATES "${CMAKE_CURRENT_BINARY_DIR}/kernels.hpp.jinja")

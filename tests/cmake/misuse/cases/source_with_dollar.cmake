# expect: cost\$.cu'. A path with the character \$ cannot be built: nvcc fails on \$
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/cost$.cu" "")
gpu_add_kernel_library(kernels SOURCES "${CMAKE_CURRENT_BINARY_DIR}/cost$.cu")

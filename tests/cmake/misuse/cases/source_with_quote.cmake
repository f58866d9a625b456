# expect: A path with the character " cannot be built
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/a\".cu" "")
gpu_add_kernel_library(kernels SOURCES "${CMAKE_CURRENT_BINARY_DIR}/a\".cu")

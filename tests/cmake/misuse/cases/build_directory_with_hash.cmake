# expect: the build directory is '.*/a#b'. CMake lets no custom command write into a folder with the character #
set(CMAKE_CURRENT_BINARY_DIR "${CMAKE_CURRENT_BINARY_DIR}/a#b")
gpu_add_kernel_library(kernels SOURCES a.cu)

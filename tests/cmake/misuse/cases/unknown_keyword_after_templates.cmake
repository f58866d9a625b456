# expect: unknown keyword or stray value 'TEMPLATE'. Is TEMPLATES meant\?
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/a.txt.jinja" "")
gpu_add_kernel_library(kernels SOURCES a.cu TEMPLATES "${CMAKE_CURRENT_BINARY_DIR}/a.txt.jinja" TEMPLATE b.txt.jinja)

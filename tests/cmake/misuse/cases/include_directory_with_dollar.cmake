# expect: the include directory is '.*/a\$b'. A path with the character \$ cannot be built
gpu_add_kernel_library(kernels SOURCES a.cu INCLUDE_DIRECTORIES "a$b")

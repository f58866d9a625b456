# expect: DEPENDS holds 'nothing.h', which is no target, no file and no output of an add_custom_command before this call
gpu_add_kernel_library(kernels SOURCES a.cu DEPENDS nothing.h)

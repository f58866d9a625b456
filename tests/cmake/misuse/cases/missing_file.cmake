# expect: the source 'b.cu' does not exist
# expect: misuse/b.cu\). A generated source needs its add_custom_command before this call
gpu_add_kernel_library(kernels SOURCES a.cu b.cu)

# expect: there is already a target 'kernels_device'
add_custom_target(kernels_device)
gpu_add_kernel_library(kernels SOURCES a.cu)

# expect: there is already a target 'kernels_templates'. A kernel library makes <name>, <name>_device, .*<name>_instantiate
add_library(kernels_templates INTERFACE)
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATE scale<float>)

# expect: gpu_add_kernel_library\(kernels\): SOURCES is missing
gpu_add_kernel_library(kernels NAMESPACE app)

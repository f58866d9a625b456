# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'INSTANTIATES'
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_OPTIONS -lineinfo INSTANTIATES app::saxpy)

# expect: /no/such/python does not run
set(GpuKernels_PYTHON /no/such/python)
gpu_add_kernel_library(kernels SOURCES a.cu)

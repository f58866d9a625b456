# expect: gpu_add_kernel_library\(kernels\): unknown keyword or stray value 'SOURCE'. Is SOURCES meant\? Keywords are SOURCES, NAMESPACE,
gpu_add_kernel_library(kernels SOURCE a.cu)

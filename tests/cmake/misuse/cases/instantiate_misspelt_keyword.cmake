# expect: unknown keyword or stray value 'INSTANTIATES'. Is INSTANTIATE meant\?
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATES scale<float>)

# expect: COMPILE_OPTIONS holds '-rdc=true', whose code has to be linked. The keyword SEPARABLE
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_OPTIONS $<$<CONFIG:Debug>:-rdc=true>)

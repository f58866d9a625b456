# expect: COMPILE_OPTIONS holds '--relocatable-device-code;true', whose code has to be linked. The keyword SEPARABLE
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_OPTIONS -lineinfo --relocatable-device-code true)

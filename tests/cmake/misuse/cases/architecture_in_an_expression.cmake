# expect: COMPILE_OPTIONS holds '--generate-code=arch=compute_80,code=\[sm_80,compute_80\]', and which architectures
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CUDA>:--generate-code=arch=compute_80,code=[sm_80,compute_80]>")

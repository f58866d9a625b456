# expect: INSTANTIATE holds '\$<\$<CONFIG:Debug>:scale<float>>'. Generator expressions are not accepted there
gpu_add_kernel_library(kernels SOURCES a.cu INSTANTIATE $<$<CONFIG:Debug>:scale<float>>)

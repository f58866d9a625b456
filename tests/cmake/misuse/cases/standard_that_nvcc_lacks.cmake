# expect: gpu_add_kernel_library\(kernels\): COMPILE_FEATURES holds cuda_std_97, and nvcc [0-9.]+ compiles no C\+\+97; it takes .*11, 14, 17, 20
gpu_add_kernel_library(kernels SOURCES a.cu COMPILE_FEATURES cuda_std_97)

# expect: gpu_add_kernel_library\(kernels\): CUDA_STANDARD is 97 .* and nvcc [0-9.]+ compiles no C\+\+97
gpu_add_kernel_library(kernels SOURCES a.cu)
set_target_properties(kernels_device PROPERTIES CUDA_STANDARD 97)

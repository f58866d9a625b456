# expect: NAMESPACE is 'app.kernels'; a C\+\+ namespace is accepted, such as 'kernels' or 'app::kernels'
gpu_add_kernel_library(kernels SOURCES a.cu NAMESPACE app.kernels)

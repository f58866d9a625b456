# expect: IMAGE FATBIN is there to embed machine code, and ARCHITECTURES is '80-virtual 90-virtual', PTX alone. Add a real
gpu_add_kernel_library(kernels SOURCES a.cu IMAGE FATBIN ARCHITECTURES 80-virtual 90-virtual)

# expect: the name is 'switch', and 'switch' cannot name a namespace
gpu_add_kernel_library(switch SOURCES a.cu)

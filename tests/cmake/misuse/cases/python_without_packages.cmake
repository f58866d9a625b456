# expect: no Python that can run the generator
# expect: lacks jinja2 pyelftools; to add: .*python3 -m pip install jinja2 pyelftools
# expect: scripts/setup
execute_process(COMMAND "${GpuKernels_PYTHON}" -m venv --without-pip "${CMAKE_CURRENT_BINARY_DIR}/bare")
set(GpuKernels_PYTHON "${CMAKE_CURRENT_BINARY_DIR}/bare/bin/python3")
gpu_add_kernel_library(kernels SOURCES a.cu)

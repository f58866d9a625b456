include_guard(GLOBAL)

# Sets `result` to whether enable_language(CUDA) has a compiler to try. Where there is none, the language
# stays off and gpu_add_kernel_library says what to do: a project that only links kernel libraries needs no
# CUDA Toolkit.
function(_gpu_kernels_find_cuda result)
  set(${result} ON PARENT_SCOPE)
  if(CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX} OR CMAKE_GENERATOR_TOOLSET)
    return()
  endif()
  get_property(root GLOBAL PROPERTY GPU_KERNELS_ROOT)
  file(GLOB wheels "${root}/.venv/lib/python3*/site-packages/nvidia/cu*/bin")
  find_program(
    GpuKernels_NVCC
    nvcc
    PATHS
    ENV CUDA_PATH
    ENV CUDA_HOME
    /usr/local/cuda
    /opt/cuda
    PATH_SUFFIXES bin NO_CACHE
  )
  if(NOT GpuKernels_NVCC)
    find_program(GpuKernels_NVCC nvcc PATHS ${wheels} NO_DEFAULT_PATH NO_CACHE)
  endif()
  if(NOT GpuKernels_NVCC)
    set(${result} OFF PARENT_SCOPE)
    return()
  endif()
  set(CMAKE_CUDA_COMPILER "${GpuKernels_NVCC}" PARENT_SCOPE)
endfunction()

include_guard(GLOBAL)

# Sets `result` to whether enable_language(CUDA) has a compiler to try: the first nvcc that is new enough,
# else, for the error to name it, the first of any version. Where there is none, the language
# stays off and gpu_add_kernel_library says what to do: a project that only links kernel libraries needs no
# CUDA Toolkit.
function(_gpu_kernels_find_cuda result)
  set(${result} ON PARENT_SCOPE)
  if(CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX} OR CMAKE_GENERATOR_TOOLSET)
    return()
  endif()
  get_property(root GLOBAL PROPERTY GPU_KERNELS_ROOT)
  file(GLOB wheels "${root}/.venv/lib/python3*/site-packages/nvidia/cu*/bin")
  set(
    places
    PATHS
    ENV
    CUDA_PATH
    ENV
    CUDA_HOME
    /usr/local/cuda
    /opt/cuda
    PATH_SUFFIXES
    bin
    NO_CACHE
  )
  find_program(GpuKernels_NVCC nvcc VALIDATOR _gpu_kernels_accept_nvcc ${places})
  if(NOT GpuKernels_NVCC)
    find_program(GpuKernels_NVCC nvcc PATHS ${wheels} NO_DEFAULT_PATH NO_CACHE)
  endif()
  if(NOT GpuKernels_NVCC)
    find_program(GpuKernels_NVCC nvcc ${places})
  endif()
  if(NOT GpuKernels_NVCC)
    set(${result} OFF PARENT_SCOPE)
    return()
  endif()
  set(CMAKE_CUDA_COMPILER "${GpuKernels_NVCC}" PARENT_SCOPE)
endfunction()

# find_program's question about one nvcc: is it that of a CUDA Toolkit 12.0 or later?
function(_gpu_kernels_accept_nvcc result candidate)
  execute_process(COMMAND "${candidate}" --version OUTPUT_VARIABLE output ERROR_QUIET)
  if(output MATCHES "release ([0-9]+[.][0-9]+)" AND CMAKE_MATCH_1 VERSION_LESS 12.0)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

include_guard(GLOBAL)

# Sets `result` to whether enable_language(CUDA) has a compiler to try: the first nvcc that is new enough,
# else, for the error to name it, the first of any version. Where there is none, the language
# stays off and gpu_add_kernel_library says what to do: a project that only links kernel libraries needs no
# CUDA Toolkit.
function(_gpu_kernels_find_cuda result)
  set(${result} ON PARENT_SCOPE)
  if(CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX} OR CMAKE_GENERATOR_TOOLSET)
    _gpu_kernels_check_compiler()
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

# Stops where the compiler that the user chose does not run: CMake would only miss a default architecture.
function(_gpu_kernels_check_compiler)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(CUDA IN_LIST languages OR NOT (CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX}))
    return()
  endif()
  if(CMAKE_CUDA_COMPILER)
    set(chosen "CMAKE_CUDA_COMPILER is '${CMAKE_CUDA_COMPILER}'")
    list(GET CMAKE_CUDA_COMPILER 0 program)
  else()
    set(chosen "the environment's CUDACXX is '$ENV{CUDACXX}'")
    separate_arguments(program NATIVE_COMMAND "$ENV{CUDACXX}")
    if(NOT program)
      return()
    endif()
    list(GET program 0 program)
  endif()
  execute_process(
    COMMAND "${program}" --version
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output
  )
  if(status EQUAL 0 AND output MATCHES "[Cc][Uu][Dd][Aa]|NVIDIA|nvcc|clang")
    return()
  endif()
  string(STRIP "${output}" output)
  if(status EQUAL 0)
    string(REGEX REPLACE "\n.*" "" output "${output}")
    set(fault "which is no CUDA compiler: ${program} --version says '${output}'")
  elseif(status MATCHES "^-?[0-9]+$")
    set(fault "which does not run: ${program} --version ends with status ${status} and says '${output}'")
  else()
    set(fault "which cannot be run: ${status}")
  endif()
  message(
    FATAL_ERROR
    "GpuKernels: ${chosen}, ${fault}. Give the path of an nvcc of 12.0 or later "
    "(-D CMAKE_CUDA_COMPILER=/path/to/nvcc, or CUDACXX), or none (-U CMAKE_CUDA_COMPILER, CUDACXX unset) to "
    "have one looked for."
  )
endfunction()

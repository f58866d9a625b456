include_guard(GLOBAL)

# Checks what a kernel library needs to be built: the CUDA language in this directory, its version, the
# runtime target, Python.
function(_gpu_kernels_check_environment)
  get_property(root GLOBAL PROPERTY GPU_KERNELS_ROOT)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT CUDA IN_LIST languages)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "no CUDA compiler was found. Set CMAKE_CUDA_COMPILER to an nvcc of 12.0 or "
      "later (-D CMAKE_CUDA_COMPILER=/path/to/nvcc), put nvcc on the PATH, or run scripts/setup in ${root}, "
      "which fetches "
      "one; then configure in a fresh build directory."
    )
  endif()
  if(NOT CMAKE_CUDA_COMPILE_OBJECT)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "CMake's CUDA rules are not known in this directory. Say include(GpuKernels) or "
      "find_package(GpuKernels) in ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt or in a CMakeLists.txt above "
      "it, at file "
      "scope (not inside a function). After add_subdirectory or FetchContent, include(GpuKernels) is that "
      "line."
    )
  endif()
  if(NOT CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" OR CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "the CUDA compiler ${CMAKE_CUDA_COMPILER} is ${CMAKE_CUDA_COMPILER_ID} "
      "${CMAKE_CUDA_COMPILER_VERSION}; nvcc of CUDA Toolkit 12.0 or later is needed. CMAKE_CUDA_COMPILER "
      "chooses another."
    )
  endif()
  if(NOT TARGET GpuKernels::runtime)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "the target GpuKernels::runtime is missing. include(GpuKernels) alone does not "
      "make it: add_subdirectory(${root}), FetchContent or find_package(GpuKernels) does."
    )
  endif()
  _gpu_kernels_find_python()
endfunction()

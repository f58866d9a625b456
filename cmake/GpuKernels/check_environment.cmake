include_guard(GLOBAL)

# Checks what a kernel library needs to be built: the languages C++ and CUDA in this directory, the version of
# nvcc, the runtime target, Python.
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
  _gpu_kernels_check_rules()
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _gpu_kernels_check_directory [[${name}]])")
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

# Checks that the calling scope knows how CMake compiles C++ and CUDA.
function(_gpu_kernels_check_rules)
  if(NOT CMAKE_CXX_COMPILE_OBJECT)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "CMake's C++ rules are not known in this directory, and a kernel library is a C++ library. Say "
      "project(... LANGUAGES CXX) or enable_language(CXX) in ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt or in "
      "a CMakeLists.txt above it."
    )
  endif()
  if(NOT CMAKE_CUDA_COMPILE_OBJECT)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "CMake's CUDA rules are not known in this directory. Say include(GpuKernels) or "
      "find_package(GpuKernels) in ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt or in a CMakeLists.txt above "
      "it, at file "
      "scope (not inside a function or block). After add_subdirectory or FetchContent, include(GpuKernels) is "
      "that line."
    )
  endif()
endfunction()

# Checks at the end of a call's directory what only then is settled: CMake's rules, which are gone by now where
# they were said in a function or block(), and the C++ standard, a property that users may set.
function(_gpu_kernels_check_directory name)
  _gpu_kernels_check_rules()
  get_target_property(standard ${name}_device CUDA_STANDARD)
  _gpu_kernels_check_standard(
    "${standard}"
    "CUDA_STANDARD is ${standard} (a property, or CMAKE_CUDA_STANDARD)"
  )
endfunction()

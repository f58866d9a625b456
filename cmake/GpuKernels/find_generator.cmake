include_guard(GLOBAL)

# Finds the generator and its templates: beside cmake/ in a checkout, in the package's data folder once
# installed (GpuKernelsConfig.cmake names it), and remembers where and every file the generated code depends
# on.
function(_gpu_kernels_find_generator module_directory)
  if(DEFINED GpuKernels_DATA_DIR)
    set(root "${GpuKernels_DATA_DIR}")
  else()
    cmake_path(GET module_directory PARENT_PATH root)
  endif()
  if(NOT EXISTS "${root}/generator/gpu_kernels/__main__.py")
    message(
      FATAL_ERROR
      "GpuKernels: the generator is missing: ${root}/generator/gpu_kernels/__main__.py does not exist. "
      "The checkout or the installed package is incomplete."
    )
  endif()
  file(GLOB_RECURSE files "${root}/generator/gpu_kernels/*.py" "${root}/templates/*")
  set_property(GLOBAL PROPERTY GPU_KERNELS_GENERATOR_DIR "${root}/generator")
  set_property(GLOBAL PROPERTY GPU_KERNELS_GENERATOR_FILES "${files}")
  set_property(GLOBAL PROPERTY GPU_KERNELS_ROOT "${root}")
  set_property(GLOBAL PROPERTY GPU_KERNELS_MODULE_DIR "${module_directory}")
endfunction()

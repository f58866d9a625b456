include_guard(GLOBAL)

# Gives `target` the C++ standard of `device`, by the properties that CMake makes the option of, once the whole
# project has been read: users may set them after the call. (These properties hold no generator expressions, and
# a target without CUDA_STANDARD takes the standard of the project's C++ compiler: 14 for Clang 14.)
function(_gpu_kernels_copy_standard target device)
  cmake_language(
    EVAL CODE
      "
    cmake_language(
      DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
      CALL _gpu_kernels_copy_properties [[${target}]] [[${device}]]
      CUDA_STANDARD CUDA_STANDARD_REQUIRED CUDA_EXTENSIONS COMPILE_FEATURES
    )"
  )
endfunction()

function(_gpu_kernels_copy_properties target device)
  foreach(property IN LISTS ARGN)
    get_property(value TARGET ${device} PROPERTY ${property})
    set_property(TARGET ${target} PROPERTY ${property} ${value})
  endforeach()
endfunction()

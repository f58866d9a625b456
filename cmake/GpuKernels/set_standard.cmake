include_guard(GLOBAL)

# Sets the C++ standard of the device target: from COMPILE_FEATURES, else CMAKE_CUDA_STANDARD, else 20. The
# property CUDA_STANDARD stays in charge: CMake drops the standards it knows no option for (20, up to 3.25) in
# silence, so those are passed here, as long as the property asks for them.
function(_gpu_kernels_set_standard target)
  get_target_property(standard ${target} CUDA_STANDARD)
  if(NOT standard)
    set(standard 20)
  endif()
  foreach(feature IN LISTS arg_COMPILE_FEATURES)
    if(feature MATCHES "^(cuda|cxx)_std_([0-9]+)$")
      set(standard ${CMAKE_MATCH_2})
      _gpu_kernels_check_standard(${standard} "COMPILE_FEATURES holds ${feature}")
    else()
      target_compile_features(${target} PRIVATE ${feature})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES CUDA_STANDARD ${standard} CUDA_STANDARD_REQUIRED OFF)
  set(property "$<TARGET_PROPERTY:${target},CUDA_STANDARD>")
  foreach(number 20 23 26)
    if(NOT CMAKE_CUDA${number}_STANDARD_COMPILE_OPTION)
      target_compile_options(${target} PRIVATE "$<$<STREQUAL:${property},${number}>:-std=c++${number}>")
    endif()
  endforeach()
endfunction()

# Fails over a C++ standard that this nvcc does not take; its own help lists those that it does. `found` says
# where the number stands.
function(_gpu_kernels_check_standard standard found)
  if(standard MATCHES "^(98|03|11|14|17|20)$")
    return() # every nvcc takes them
  endif()
  execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --help OUTPUT_VARIABLE help ERROR_QUIET)
  string(REGEX MATCH "--std {([^}]*)}" listed "${help}")
  string(REGEX MATCHALL "[0-9]+" accepted "${CMAKE_MATCH_1}")
  if(NOT accepted OR standard IN_LIST accepted)
    return()
  endif()
  string(JOIN ", " accepted ${accepted})
  _gpu_kernels_fail(
    gpu_add_kernel_library
    "${found}, and nvcc ${CMAKE_CUDA_COMPILER_VERSION} compiles no C++${standard}; it takes ${accepted}. "
    "(The standard of host code is the host target's own.)"
  )
endfunction()

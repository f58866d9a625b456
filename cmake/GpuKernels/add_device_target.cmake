include_guard(GLOBAL)

# Adds the device target: an OBJECT library whose objects are the PTX of the sources, for the lowest
# architecture. Reads `sources`, `dependencies`, device_architectures and the arg_* of the call.
function(_gpu_kernels_add_device_target target)
  list(GET device_architectures 0 lowest)
  _gpu_kernels_add_ptx_target(${target} ${lowest})
  _gpu_kernels_keep_device_options(${target})
  foreach(directory IN LISTS arg_INCLUDE_DIRECTORIES)
    if(NOT directory MATCHES "^[$]<")
      cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
      _gpu_kernels_check_path("the include directory" "${directory}")
    endif()
    target_include_directories(${target} PRIVATE "${directory}")
  endforeach()
  target_compile_definitions(${target} PRIVATE ${arg_COMPILE_DEFINITIONS})
  target_compile_options(${target} PRIVATE ${arg_COMPILE_OPTIONS})
  if(arg_SEPARABLE)
    target_compile_options(${target} PRIVATE -rdc=true)
  endif()
  if(CMAKE_CUDA_COMPILER_LAUNCHER MATCHES "(^|[/;])ccache(;|$)")
    target_compile_options(${target} PRIVATE -c) # ccache takes a call without it for a link; -ptx wins in nvcc
  endif()
  foreach(library IN LISTS arg_LINK_LIBRARIES)
    _gpu_kernels_use_library(${target} ${library})
  endforeach()
endfunction()

# Adds an OBJECT library that compiles `sources` to PTX for one architecture, free of what the project sets
# for host code.
function(_gpu_kernels_add_ptx_target target architecture)
  add_library(${target} OBJECT ${sources})
  set_target_properties(
    ${target}
    PROPERTIES
      CUDA_PTX_COMPILATION ON
      CUDA_ARCHITECTURES ${architecture}-virtual
      CUDA_SEPARABLE_COMPILATION OFF
      VISIBILITY_INLINES_HIDDEN OFF
      POSITION_INDEPENDENT_CODE OFF
      INTERPROCEDURAL_OPTIMIZATION OFF
      DISABLE_PRECOMPILE_HEADERS ON
      UNITY_BUILD OFF
  )
  set_property(TARGET ${target} PROPERTY CUDA_VISIBILITY_PRESET) # removes it
  if(dependencies)
    add_dependencies(${target} ${dependencies})
  endif()
endfunction()

# Has a device target's compiles run through compile_device.sh where that is needed: for machine code beside
# the PTX of `architecture` (none where it is ""), for INSTANTIATE, and under Make, which trusts half-written
# files.
function(_gpu_kernels_set_launcher target architecture)
  set(arguments "")
  if(architecture AND architecture IN_LIST embedded_machine_code)
    _gpu_kernels_find_tool(ptxas ptxas "It makes machine code; IMAGE PTX does without.")
    list(APPEND arguments "--ptxas=${ptxas}" --machine=sm_${architecture})
  endif()
  if(arg_INSTANTIATE)
    string(REPLACE "$<CONFIG>" "%CONFIG%" wrappers "${output_instantiate}")
    list(APPEND arguments "--sources=${output_source_list}" "--wrappers=${wrappers}")
  endif()
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    _gpu_kernels_remove_stale_objects(${target} "${arguments}")
  elseif(NOT arguments)
    return()
  endif()
  get_property(modules GLOBAL PROPERTY GPU_KERNELS_MODULE_DIR)
  set_property(
    TARGET ${target}
    PROPERTY
      CUDA_COMPILER_LAUNCHER
        sh
        "${modules}/GpuKernels/compile_device.sh"
        ${arguments}
        --
        ${CMAKE_CUDA_COMPILER_LAUNCHER}
  )
endfunction()

include_guard(GLOBAL)

# Sets `result` to the absolute paths of SOURCES, in order, each checked.
function(_gpu_kernels_resolve_sources result)
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(
      ABSOLUTE_PATH
      source
      BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      NORMALIZE
      OUTPUT_VARIABLE path
    )
    _gpu_kernels_check_path("the source" "${path}")
    if(NOT path MATCHES "[.]cu$")
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "the source '${source}' is no CUDA file: names that end in .cu are accepted. "
        "Headers are found by the compiler and need no mention."
      )
    endif()
    get_source_file_property(generated "${path}" GENERATED)
    if(NOT EXISTS "${path}" AND NOT generated)
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "the source '${source}' does not exist (${path}). A generated source "
        "needs its add_custom_command before this call."
      )
    endif()
    if(path IN_LIST sources)
      _gpu_kernels_fail(gpu_add_kernel_library "the source '${source}' is given twice.")
    endif()
    list(APPEND sources "${path}")
  endforeach()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

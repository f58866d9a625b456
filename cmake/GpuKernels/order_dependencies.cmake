include_guard(GLOBAL)

# Sets `result` to what the device targets must wait for: the targets in DEPENDS and LINK_LIBRARIES, and one
# utility target that makes the files in DEPENDS and the generated sources. That target is needed because
# several device targets compile the same sources: under Make each would run the command that generates one,
# at the same time.
function(_gpu_kernels_order_dependencies result)
  set(targets "")
  set(files "")
  foreach(dependency IN LISTS arg_DEPENDS)
    if(TARGET "${dependency}")
      list(APPEND targets "${dependency}")
    else()
      _gpu_kernels_resolve_dependency("${dependency}" path)
      list(APPEND files "${path}")
    endif()
  endforeach()
  foreach(library IN LISTS arg_LINK_LIBRARIES)
    if(NOT TARGET "${library}")
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "LINK_LIBRARIES holds '${library}', which is no target at this point. Device code takes include "
        "directories and definitions from targets, and links nothing else."
      )
    endif()
    list(APPEND targets "${library}")
  endforeach()
  foreach(source IN LISTS sources)
    get_source_file_property(generated "${source}" GENERATED)
    if(generated)
      list(APPEND files "${source}")
    endif()
  endforeach()
  if(files)
    add_custom_target(${name}_inputs DEPENDS ${files})
    list(APPEND targets ${name}_inputs)
  endif()
  set(${result} "${targets}" PARENT_SCOPE)
endfunction()

# Sets `result` to the absolute path of a file in DEPENDS.
function(_gpu_kernels_resolve_dependency dependency result)
  cmake_path(
    ABSOLUTE_PATH
    dependency
    BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    NORMALIZE
    OUTPUT_VARIABLE path
  )
  get_source_file_property(generated "${path}" GENERATED)
  if(NOT EXISTS "${path}" AND NOT generated)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "DEPENDS holds '${dependency}', which is no target, no file and no output of an add_custom_command "
      "before "
      "this call."
    )
  endif()
  set(${result} "${path}" PARENT_SCOPE)
endfunction()

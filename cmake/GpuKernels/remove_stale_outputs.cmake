include_guard(GLOBAL)

# Removes what earlier calls for the library had generated and this one does not: a header of another name, the
# output of a template that is gone, an image of another kind. They would go on being included, or loaded, and
# launch the kernels as these no longer are. A list in the build directory tells which files the library made.
# The build itself would remove them too late: Ninja looks at what is there before it runs anything.
function(_gpu_kernels_remove_stale_outputs)
  set(outputs "")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES)
      _gpu_kernels_list_outputs("${config}")
    endforeach()
  else()
    _gpu_kernels_list_outputs("${CMAKE_BUILD_TYPE}")
  endif()
  set(known "")
  if(EXISTS "${output_list}")
    file(STRINGS "${output_list}" known)
  endif()
  foreach(path IN LISTS known)
    if(NOT path IN_LIST outputs)
      file(REMOVE "${path}")
      _gpu_kernels_remove_empty_folder("${path}")
    endif()
  endforeach()
  string(JOIN "\n" text ${outputs})
  file(WRITE "${output_list}" "${text}\n")
endfunction()

# Appends to `outputs` the files that are generated for others to read, in one configuration. Where one of them
# is missing, the generator is made to run again: Make does not look at BYPRODUCTS.
function(_gpu_kernels_list_outputs config)
  set(made "${output_header}" ${output_templates} ${output_image_files})
  string(REPLACE "$<CONFIG>" "${config}" made "${made}")
  foreach(path IN LISTS made)
    if(NOT EXISTS "${path}")
      string(REPLACE "$<CONFIG>" "${config}" stamp "${output_stamp}")
      file(REMOVE "${stamp}")
    endif()
  endforeach()
  set(outputs ${outputs} ${made} PARENT_SCOPE)
endfunction()

# Removes the folder of a file that is gone, if nothing is left in it: the runtime would look for images there.
function(_gpu_kernels_remove_empty_folder path)
  cmake_path(GET path PARENT_PATH folder)
  execute_process(COMMAND rmdir "${folder}" OUTPUT_QUIET ERROR_QUIET)
endfunction()

# Removes a device target's objects where what its launcher is told has changed: Make makes them again when the
# compiler's arguments change, but does not know of the launcher's, such as --machine.
function(_gpu_kernels_remove_stale_objects target arguments)
  set(told "${CMAKE_CURRENT_BINARY_DIR}/gpu_kernels/${name}/launcher_of_${target}")
  set(known "${arguments}")
  if(EXISTS "${told}")
    file(READ "${told}" known)
  endif()
  if(NOT known STREQUAL arguments)
    string(REGEX REPLACE "([][*?])" "[\\1]" folder "${CMAKE_CURRENT_BINARY_DIR}")
    file(GLOB_RECURSE objects "${folder}/CMakeFiles/${target}.dir/*.ptx")
    file(REMOVE ${objects})
  endif()
  file(WRITE "${told}" "${arguments}")
endfunction()

include_guard(GLOBAL)

# Sets output_image_directory, the folder of this library's images as files, from GpuKernels_IMAGE_DIR ("" where
# that is not set), and output_image_files: those files.
function(_gpu_kernels_name_images)
  set(output_image_directory "" PARENT_SCOPE)
  set(output_image_files "" PARENT_SCOPE)
  if(NOT GpuKernels_IMAGE_DIR OR arg_SEPARABLE)
    return()
  endif()
  cmake_path(
    ABSOLUTE_PATH
    GpuKernels_IMAGE_DIR
    BASE_DIRECTORY "${CMAKE_BINARY_DIR}"
    NORMALIZE
    OUTPUT_VARIABLE directory
  )
  string(REPLACE "$<CONFIG>" "" plain "${directory}")
  _gpu_kernels_check_path("GpuKernels_IMAGE_DIR" "${plain}")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config AND plain STREQUAL directory)
    string(APPEND directory "/$<CONFIG>")
  endif()
  string(APPEND directory "/${name}")
  set(suffix fatbin)
  if("${embedded_ptx};${embedded_machine_code}" MATCHES "^[0-9]+[af]?;$")
    set(suffix ptx)
  endif()
  set(files "")
  set(index 0)
  foreach(source IN LISTS sources)
    list(APPEND files "${directory}/${index}.${suffix}")
    math(EXPR index "${index} + 1")
  endforeach()
  set(output_image_directory "${directory}" PARENT_SCOPE)
  set(output_image_files "${files}" PARENT_SCOPE)
endfunction()

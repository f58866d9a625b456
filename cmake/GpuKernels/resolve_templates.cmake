include_guard(GLOBAL)

# Sets in the caller `templates`, the absolute paths of TEMPLATES, each checked, and `output_templates`, the
# files that are rendered from them. Reads `header` and `output_include_directory`.
function(_gpu_kernels_resolve_templates)
  set(templates "")
  set(names "")
  foreach(template IN LISTS arg_TEMPLATES)
    cmake_path(
      ABSOLUTE_PATH
      template
      BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      NORMALIZE
      OUTPUT_VARIABLE path
    )
    _gpu_kernels_check_path("the template" "${path}")
    cmake_path(GET path FILENAME output)
    if(NOT output MATCHES "^(.+)[.]jinja$")
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "TEMPLATES holds '${template}'; a name that ends in .jinja is accepted, such as table.hpp.jinja, from "
        "which table.hpp is made."
      )
    endif()
    set(output "${CMAKE_MATCH_1}")
    get_source_file_property(generated "${path}" GENERATED)
    if(NOT EXISTS "${path}" AND NOT generated)
      _gpu_kernels_fail(gpu_add_kernel_library "the template '${template}' does not exist (${path}).")
    endif()
    if("${output}" STREQUAL "${header}" OR "${output}" IN_LIST names)
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "TEMPLATES holds '${template}', and ${output} is made already: by another template or as HEADER."
      )
    endif()
    list(APPEND templates "${path}")
    list(APPEND names "${output}")
  endforeach()
  list(TRANSFORM names PREPEND "${output_include_directory}/" OUTPUT_VARIABLE outputs)
  set(templates "${templates}" PARENT_SCOPE)
  set(output_templates "${outputs}" PARENT_SCOPE)
endfunction()

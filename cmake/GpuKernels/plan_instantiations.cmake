include_guard(GLOBAL)

# For INSTANTIATE: adds the target <name>_templates, which preprocesses every source with the device target's
# settings and notes its kernel templates, and the rule that plans from them which source gets which
# instantiation. The rule writes a wrapper a source: it includes the source, then instantiates.
# compile_device.sh compiles it in the source's stead, so that targets, objects and compile_commands.json know
# the user's sources alone.
function(_gpu_kernels_plan_instantiations)
  if(NOT arg_INSTANTIATE)
    return()
  endif()
  get_property(generator_directory GLOBAL PROPERTY GPU_KERNELS_GENERATOR_DIR)
  get_property(generator_files GLOBAL PROPERTY GPU_KERNELS_GENERATOR_FILES)
  _gpu_kernels_add_template_search()
  _gpu_kernels_write_instantiate_job()
  add_custom_command(
    OUTPUT "${output_instantiate}.stamp"
    BYPRODUCTS ${output_wrappers}
    COMMAND
      "${GpuKernels_PYTHON_FOUND}" -m gpu_kernels instantiate --job "${output_instantiate}.json" --stamp
      "${output_instantiate}.stamp"
    DEPENDS
      ${name}_templates
      "$<TARGET_OBJECTS:${name}_templates>"
      "${output_instantiate}.json"
      ${generator_files}
    WORKING_DIRECTORY
      "${generator_directory}" # where `-m` finds the package
    COMMENT "Choosing where INSTANTIATE applies (${name})"
    VERBATIM
  )
  add_custom_target(${name}_instantiate DEPENDS "${output_instantiate}.stamp")
  foreach(target IN LISTS device_targets)
    add_dependencies(${target} ${name}_instantiate)
  endforeach()
  add_dependencies(${name}_debug ${name}_instantiate)
endfunction()

# Adds <name>_templates, whose "objects" are lists of kernels: the generator is its compiler's launcher.
function(_gpu_kernels_add_template_search)
  list(GET device_architectures 0 lowest)
  _gpu_kernels_add_mirror(${name}_templates ${name}_device ${lowest} "")
  target_compile_options(${name}_templates PRIVATE -w) # the device target says them
  list(TRANSFORM CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES PREPEND "--toolkit=" OUTPUT_VARIABLE toolkit)
  set_property(
    TARGET ${name}_templates
    PROPERTY
      CUDA_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}"
        -E
        env
        "PYTHONPATH=${generator_directory}"
        "${GpuKernels_PYTHON_FOUND}"
        -m
        gpu_kernels
        templates
        ${toolkit}
  )
endfunction()

# Writes the job file of `gpu_kernels instantiate` (docs/architecture.md), one a configuration.
function(_gpu_kernels_write_instantiate_job)
  _gpu_kernels_quote_list(source_list ${sources})
  _gpu_kernels_quote_list(wrapper_list ${output_wrappers})
  _gpu_kernels_quote_list(system_list ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  set(values "")
  foreach(value IN LISTS arg_INSTANTIATE)
    _gpu_kernels_quote_list(value "${value}")
    list(APPEND values "${value}")
  endforeach()
  string(JOIN ", " values ${values})
  _gpu_kernels_quote_expression(include_list "$<TARGET_PROPERTY:${name}_device,INCLUDE_DIRECTORIES>")
  _gpu_kernels_quote_expression(template_list "$<TARGET_OBJECTS:${name}_templates>")
  file(
    GENERATE OUTPUT
    "${output_instantiate}.json"
    CONTENT
      "{
  \"schema\": 1,
  \"name\": \"${name}\",
  \"place\": \"${CMAKE_CURRENT_LIST_FILE}\",
  \"base_directory\": \"${CMAKE_CURRENT_SOURCE_DIR}\",
  \"include_directories\": [${include_list}],
  \"system_include_directories\": [${system_list}],
  \"instantiate\": [${values}],
  \"sources\": [${source_list}],
  \"templates\": [${template_list}],
  \"wrappers\": [${wrapper_list}]
}
"
    CONDITION "$<COMPILE_LANGUAGE:CUDA>"
  )
  string(JOIN "\n" lines ${sources})
  file(GENERATE OUTPUT "${output_source_list}" CONTENT "${lines}\n")
endfunction()

include_guard(GLOBAL)

# Adds the one rule that makes the generated files, and the target <name>_codegen that runs it. The generator
# writes a file only when its text changes. The stamp is the rule's OUTPUT and the files are BYPRODUCTS: Ninja
# then skips what depends on an unchanged file, and Make, which looks only at outputs, does not run the rule
# again. It DEPENDS on the device targets and their objects: under Make the objects alone have no rule in a
# clean build, the targets alone would leave a changed object unnoticed.
function(_gpu_kernels_add_codegen_rule)
  get_property(generator_directory GLOBAL PROPERTY GPU_KERNELS_GENERATOR_DIR)
  get_property(generator_files GLOBAL PROPERTY GPU_KERNELS_GENERATOR_FILES)
  set(codegen "")
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.31)
    set(codegen CODEGEN)
  endif()
  set(passes ${device_targets} ${name}_debug)
  list(TRANSFORM passes REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_custom_command(
    OUTPUT "${output_stamp}"
    BYPRODUCTS
      "${output_header}"
      "${output_image}"
      "${output_source}"
      "${output_manifest}"
      ${output_templates}
      ${output_image_files}
    COMMAND
      "${GpuKernels_PYTHON_FOUND}" -m gpu_kernels generate --job "${output_job}" --stamp "${output_stamp}"
      --depfile "${output_depfile}"
    DEPENDS ${passes} ${objects} "${output_job}" ${generator_files} ${templates}
    DEPFILE "${output_depfile}"
    WORKING_DIRECTORY
      "${generator_directory}" # where `-m` finds the package
    COMMENT "Generating ${header} (${name})"
    VERBATIM
    ${codegen}
  )
  add_custom_target(${name}_codegen DEPENDS "${output_stamp}")
endfunction()

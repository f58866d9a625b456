include_guard(GLOBAL)

# Adds <name>_report, which prints what the machine code of each kernel uses and writes the manifest with the
# same numbers.
function(_gpu_kernels_add_report_target)
  get_property(generator_directory GLOBAL PROPERTY GPU_KERNELS_GENERATOR_DIR)
  add_custom_target(
    ${name}_report
    COMMAND
      "${GpuKernels_PYTHON_FOUND}" -m gpu_kernels report --job "${output_job}" --manifest "${output_report}"
    WORKING_DIRECTORY "${generator_directory}"
    COMMENT "What the machine code of ${name} uses"
    VERBATIM
  )
  add_dependencies(${name}_report ${name}_codegen)
endfunction()

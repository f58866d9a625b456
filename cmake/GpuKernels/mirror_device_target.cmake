include_guard(GLOBAL)

# Adds the targets that compile the same sources as `device` once more: for the other architectures, and with
# -G, whose PTX holds the compiler's own account of every signature. Sets device_targets in the caller: one an
# architecture, lowest first.
function(_gpu_kernels_mirror_device_target device)
  list(GET device_architectures 0 lowest)
  _gpu_kernels_set_launcher(${device} ${lowest})
  set(targets ${device})
  set(others ${device_architectures})
  list(POP_FRONT others)
  foreach(architecture IN LISTS others)
    _gpu_kernels_add_mirror(${device}_${architecture} ${device} ${architecture} "")
    _gpu_kernels_set_launcher(${device}_${architecture} ${architecture})
    list(APPEND targets ${device}_${architecture})
  endforeach()
  # Line tables are part of -G, and nvcc warns when asked for both; every other warning was said by the device
  # target.
  _gpu_kernels_add_mirror(${name}_debug ${device} ${lowest} "|-lineinfo|--generate-line-info")
  target_compile_options(${name}_debug PRIVATE -G -w)
  _gpu_kernels_set_launcher(${name}_debug "")
  set(device_targets "${targets}" PARENT_SCOPE)
endfunction()

# Adds a target with what is set on `device`, also later, so that all passes see the same program. The regular
# expression `without` adds to the options that are left out.
function(_gpu_kernels_add_mirror target device architecture without)
  _gpu_kernels_add_ptx_target(${target} ${architecture})
  set(options "$<TARGET_PROPERTY:${device},COMPILE_OPTIONS>")
  set(standard "$<TARGET_PROPERTY:${device},CUDA_STANDARD>")
  set_target_properties(
    ${target}
    PROPERTIES
      INCLUDE_DIRECTORIES "$<TARGET_PROPERTY:${device},INCLUDE_DIRECTORIES>"
      COMPILE_DEFINITIONS "$<TARGET_PROPERTY:${device},COMPILE_DEFINITIONS>"
      COMPILE_OPTIONS
        "$<FILTER:${options},EXCLUDE,^(-std=.*${without})$>;$<$<BOOL:${standard}>:-std=c++${standard}>"
      EXPORT_COMPILE_COMMANDS OFF
  )
  set_property(TARGET ${target} PROPERTY CUDA_STANDARD)
endfunction()

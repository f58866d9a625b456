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
  _gpu_kernels_add_mirror(${name}_debug ${device} ${lowest} "-lineinfo|--generate-line-info")
  target_compile_options(${name}_debug PRIVATE -G -w)
  _gpu_kernels_set_launcher(${name}_debug "")
  set(device_targets "${targets}" PARENT_SCOPE)
endfunction()

# Adds a target with what is set on `device`, also later, so that all passes see the same program. The regular
# expression `without` says which options are left out, none where it is "".
function(_gpu_kernels_add_mirror target device architecture without)
  _gpu_kernels_add_ptx_target(${target} ${architecture})
  set(options "$<TARGET_PROPERTY:${device},COMPILE_OPTIONS>")
  if(without)
    set(options "$<FILTER:${options},EXCLUDE,^(${without})$>")
  endif()
  set_target_properties(
    ${target}
    PROPERTIES
      INCLUDE_DIRECTORIES "$<TARGET_PROPERTY:${device},INCLUDE_DIRECTORIES>"
      COMPILE_DEFINITIONS "$<TARGET_PROPERTY:${device},COMPILE_DEFINITIONS>"
      COMPILE_OPTIONS "${options}"
      EXPORT_COMPILE_COMMANDS OFF
  )
  _gpu_kernels_copy_standard(${target} ${device})
endfunction()

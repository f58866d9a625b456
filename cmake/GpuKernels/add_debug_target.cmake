include_guard(GLOBAL)

# Adds the target that compiles the same sources with -G: its PTX holds the compiler's own account of every signature.
# It mirrors what is set on `device`, also later, so both passes see the same program. It says no warning twice.
function(_gpu_kernels_add_debug_target target device)
  _gpu_kernels_add_ptx_target(${target})
  set(options "$<TARGET_PROPERTY:${device},COMPILE_OPTIONS>")
  set(standard "$<TARGET_PROPERTY:${device},CUDA_STANDARD>")
  # -std is set below, for every standard; line tables are part of -G, and nvcc warns when asked for both.
  set(replaced "^(-std=.*|-lineinfo|--generate-line-info)$")
  set_target_properties(${target} PROPERTIES
    INCLUDE_DIRECTORIES "$<TARGET_PROPERTY:${device},INCLUDE_DIRECTORIES>"
    COMPILE_DEFINITIONS "$<TARGET_PROPERTY:${device},COMPILE_DEFINITIONS>"
    COMPILE_OPTIONS "$<FILTER:${options},EXCLUDE,${replaced}>;$<$<BOOL:${standard}>:-std=c++${standard}>;-G;-w"
    EXPORT_COMPILE_COMMANDS OFF)
  set_property(TARGET ${target} PROPERTY CUDA_STANDARD)
endfunction()

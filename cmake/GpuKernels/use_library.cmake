include_guard(GLOBAL)

# Gives the device target what a library asks of those who use it, and of what it links: include directories,
# definitions, and those options that are not plainly a host compiler's.
function(_gpu_kernels_use_library target library)
  set(directories "$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>")
  set(imported "$<BOOL:$<TARGET_PROPERTY:${library},IMPORTED>>")
  target_include_directories(${target} PRIVATE "$<$<NOT:${imported}>:${directories}>")
  target_include_directories(
    ${target}
    SYSTEM
    PRIVATE
      "$<${imported}:${directories}>"
      "$<TARGET_PROPERTY:${library},INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>"
  )
  target_compile_definitions(${target} PRIVATE "$<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>")
  # -W..., -f..., -m..., -O..., -g, -std, -pthread, -pedantic: GCC's and Clang's families, less nvcc's own of
  # the same letters.
  set(host_options "^-(W.*|f[^mt].*|m[^a6].*|march.*|O.*|g.*|std=.*|pthread|pedantic.*|ansi|w)$")
  target_compile_options(
    ${target}
    PRIVATE "$<FILTER:$<TARGET_PROPERTY:${library},INTERFACE_COMPILE_OPTIONS>,EXCLUDE,${host_options}>"
  )
endfunction()

include_guard(GLOBAL)

# Checks HEADER, and that the paths the build writes to are ones that CMake and nvcc both take.
function(_gpu_kernels_check_output)
  if(
    DEFINED arg_HEADER
    AND
      (
        NOT arg_HEADER MATCHES "^[A-Za-z0-9_.+/-]+[.](h|hh|hpp|hxx|cuh)$"
        OR arg_HEADER MATCHES "^/|(^|/)[.][.]?(/|$)|//"
      )
  )
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "HEADER is '${arg_HEADER}'; a relative file name that ends in .h, .hh, .hpp or "
      ".hxx is accepted, such as '${name}.hpp' or 'app/${name}.hpp'."
    )
  endif()
  _gpu_kernels_check_path("the build directory" "${CMAKE_CURRENT_BINARY_DIR}")
  if(CMAKE_CURRENT_BINARY_DIR MATCHES "([#<>])")
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "the build directory is '${CMAKE_CURRENT_BINARY_DIR}'. CMake lets no custom command "
      "write into a folder with the character ${CMAKE_MATCH_1}. Other characters, spaces too, are accepted."
    )
  endif()
endfunction()

# Refuses a path that the tools cannot take: nvcc expands `$`, CMake splits at `;` and cannot quote `"`.
function(_gpu_kernels_check_path what path)
  if(path MATCHES "([$;\"])")
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "${what} is '${path}'. A path with the character ${CMAKE_MATCH_1} cannot be "
      "built: nvcc fails on $, CMake on ; and \". Other characters, spaces too, are accepted."
    )
  endif()
endfunction()

include_guard(GLOBAL)

# Looks in all places that give nvcc options, COMPILE_OPTIONS and CMAKE_CUDA_FLAGS with those of each
# configuration, for one that matches `pattern` whole: as a word of its own, `<name>=<value>` or, in one word or
# two, `<name> <value>`; also behind SHELL:, in quotes and in generator expressions. Sets `option` to the
# first as it is written there and `place` to where, or both to "".
function(_gpu_kernels_find_option pattern option place)
  set(places CMAKE_CUDA_FLAGS arg_COMPILE_OPTIONS)
  foreach(config IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
    string(TOUPPER "CMAKE_CUDA_FLAGS_${config}" flags)
    list(APPEND places "${flags}")
  endforeach()
  foreach(where IN LISTS places)
    # A word begins after a space, a semicolon, a quote, SHELL: or the colon or comma of an expression.
    if("${${where}}" MATCHES "(^|[ ;:,\"'])(${pattern})([ ;,>\"']|$)")
      set(${option} "${CMAKE_MATCH_2}" PARENT_SCOPE)
      string(REPLACE "arg_" "" where "${where}")
      set(${place} "${where}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${option} "" PARENT_SCOPE)
  set(${place} "" PARENT_SCOPE)
endfunction()

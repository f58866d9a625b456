include_guard(GLOBAL)

# Stops the configure step with an error about a call of the public function `caller`, in words that name the
# call. Reads `name`, the first argument of that call.
function(_gpu_kernels_fail caller)
  set(text "")
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE 1 ${last}) # not ARGN: the text may hold semicolons
    string(APPEND text "${ARGV${i}}")
  endforeach()
  message(FATAL_ERROR "${caller}(${name}): ${text}")
endfunction()

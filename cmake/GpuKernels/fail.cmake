include_guard(GLOBAL)

# Stops the configure step with an error about a call of the public function `caller`, in words that name the call.
# Reads `name`, the first argument of that call.
function(_gpu_kernels_fail caller)
  string(CONCAT text ${ARGN})
  message(FATAL_ERROR "${caller}(${name}): ${text}")
endfunction()

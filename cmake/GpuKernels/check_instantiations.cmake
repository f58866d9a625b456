include_guard(GLOBAL)

# Checks the values of INSTANTIATE: each one a kernel template with its arguments, none twice. Only the shape
# is looked at; which templates there are is known when the sources are preprocessed, and nvcc judges the
# arguments. White space in arg_INSTANTIATE becomes single spaces.
function(_gpu_kernels_check_instantiations)
  set(seen "")
  string(REGEX REPLACE "[ \t\r\n]+" " " arg_INSTANTIATE "${arg_INSTANTIATE}")
  set(arg_INSTANTIATE "${arg_INSTANTIATE}" PARENT_SCOPE)
  foreach(value IN LISTS arg_INSTANTIATE)
    _gpu_kernels_reduce_instantiation("${value}" shape)
    if(value MATCHES "[$]<")
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "INSTANTIATE holds '${value}'. Generator expressions are not accepted there: which stubs the header "
        "has does not depend on the configuration."
      )
    elseif(
      value MATCHES "[;@\"$]"
      OR NOT shape MATCHES "^(::)?[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*@$"
    )
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "INSTANTIATE holds '${value}'. Accepted is a kernel template with its arguments, namespaces in full, "
        "one a value and in quotes where there are spaces: \"app::saxpy<float, 4>\"."
      )
    endif()
    string(REGEX REPLACE "[ \t\r\n]+" "" plain "${value}")
    string(REGEX REPLACE "^::" "" plain "${plain}")
    if(plain IN_LIST seen)
      _gpu_kernels_fail(gpu_add_kernel_library "INSTANTIATE holds '${value}' twice.")
    endif()
    list(APPEND seen "${plain}")
  endforeach()
endfunction()

# Sets `result` to the value with @ in the place of each pair of <> and what is between.
function(_gpu_kernels_reduce_instantiation value result)
  string(REGEX REPLACE "'(\\\\.|[^'\\\\])'" "0" shape "${value}") # '<' is a character
  foreach(pair "\\([^()]*\\)" "{[^{}]*}" "\\[[^][]*\\]") # what is in them closes no <
    while(shape MATCHES "${pair}")
      string(REGEX REPLACE "${pair}" "0" shape "${shape}")
    endwhile()
  endforeach()
  string(REGEX REPLACE "<<|<=" "+" shape "${shape}")
  string(REGEX REPLACE "[ \t\r\n]+" "" shape "${shape}")
  while(shape MATCHES "<[^<>]*>")
    string(REGEX REPLACE "<[^<>]*>" "@" shape "${shape}")
  endwhile()
  set(${result} "${shape}" PARENT_SCOPE)
endfunction()

include_guard(GLOBAL)

# Sets `result` to the job's lines about machine code that is made to look at it; "" where this toolkit has no
# ptxas and nothing needs it.
function(_gpu_kernels_describe_assembling result)
  set(${result} "" PARENT_SCOPE)
  set(need "")
  if(arg_MAX_REGISTERS OR arg_FORBID_SPILLS)
    set(need "MAX_REGISTERS and FORBID_SPILLS measure with it; without them it is not run.")
  endif()
  _gpu_kernels_find_tool(ptxas ptxas ${need})
  if(NOT ptxas)
    return()
  endif()
  set(max_registers 0)
  if(arg_MAX_REGISTERS)
    set(max_registers ${arg_MAX_REGISTERS})
  endif()
  set(forbid_spills false)
  if(arg_FORBID_SPILLS)
    set(forbid_spills true)
  endif()
  _gpu_kernels_quote_list(architecture_list ${device_architectures})
  _gpu_kernels_list_device_options(options)
  _gpu_kernels_quote_expression(option_list "${options}")
  set(
    ${result}
    "
  \"assembling\": {
    \"architectures\": [${architecture_list}],
    \"ptxas\": \"${ptxas}\",
    \"options\": [${option_list}],
    \"max_registers\": ${max_registers},
    \"forbid_spills\": ${forbid_spills}
  },"
    PARENT_SCOPE
  )
endfunction()

# Sets `result` to an expression for nvcc's options of the device target, from which the generator takes those
# that are ptxas's. What JSON would have to escape is none of them.
function(_gpu_kernels_list_device_options result)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CUDA_FLAGS}")
  set(options "")
  foreach(flag IN LISTS flags)
    _gpu_kernels_escape_flag(flag "${flag}")
    list(APPEND options "${flag}")
  endforeach()
  set(configurations ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  list(REMOVE_DUPLICATES configurations)
  foreach(configuration IN LISTS configurations)
    string(TOUPPER "${configuration}" upper)
    separate_arguments(flags UNIX_COMMAND "${CMAKE_CUDA_FLAGS_${upper}}")
    foreach(flag IN LISTS flags)
      _gpu_kernels_escape_flag(flag "${flag}")
      list(APPEND options "$<$<CONFIG:${configuration}>:${flag}>")
    endforeach()
  endforeach()
  list(APPEND options "$<TARGET_PROPERTY:${name}_device,COMPILE_OPTIONS>")
  set(${result} "$<FILTER:${options},EXCLUDE,^$|[\"\\]>" PARENT_SCOPE)
endfunction()

# Sets `result` to a flag as generator expressions can hold it.
function(_gpu_kernels_escape_flag result flag)
  string(REPLACE ">" "$<ANGLE-R>" flag "${flag}")
  string(REPLACE "," "$<COMMA>" flag "${flag}")
  string(REPLACE ";" "$<SEMICOLON>" flag "${flag}")
  set(${result} "${flag}" PARENT_SCOPE)
endfunction()

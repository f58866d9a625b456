include_guard(GLOBAL)

# Sets `result` to the parsed arguments (arg_*) as a call's arguments again: first names of options, then,
# after `--`, of keywords with values.
function(_gpu_kernels_forward_arguments result)
  set(forwarded "")
  set(has_value OFF)
  foreach(keyword IN LISTS ARGN)
    if(keyword STREQUAL "--")
      set(has_value ON)
    elseif(has_value AND DEFINED arg_${keyword})
      list(APPEND forwarded ${keyword} ${arg_${keyword}})
    elseif(NOT has_value AND arg_${keyword})
      list(APPEND forwarded ${keyword})
    endif()
  endforeach()
  set(${result} "${forwarded}" PARENT_SCOPE)
endfunction()

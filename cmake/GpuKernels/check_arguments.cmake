include_guard(GLOBAL)

# Checks the shape of a gpu_add_kernel_library call: no unknown keyword, none without its value, SOURCES
# given. Reads `name`, the keywords in `options`, `values` and `lists`, and the arg_* that cmake_parse_arguments made.
function(_gpu_kernels_check_arguments)
  foreach(value IN LISTS arg_UNPARSED_ARGUMENTS)
    _gpu_kernels_refuse_value("${value}" "")
  endforeach()
  foreach(keyword IN LISTS lists)
    _gpu_kernels_check_list(${keyword})
  endforeach()
  foreach(keyword IN LISTS arg_KEYWORDS_MISSING_VALUES)
    _gpu_kernels_fail(gpu_add_kernel_library "${keyword} has no value.")
  endforeach()
  if(NOT arg_SOURCES)
    _gpu_kernels_fail(gpu_add_kernel_library "SOURCES is missing: one or more CUDA files (.cu) are needed.")
  endif()
  if(DEFINED arg_IMAGE AND NOT arg_IMAGE MATCHES "^(PTX|FATBIN)$")
    _gpu_kernels_fail(gpu_add_kernel_library "IMAGE is '${arg_IMAGE}'; PTX and FATBIN are accepted.")
  endif()
  if(DEFINED arg_MAX_REGISTERS AND NOT arg_MAX_REGISTERS MATCHES "^[1-9][0-9]*$")
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "MAX_REGISTERS is '${arg_MAX_REGISTERS}'; a number of registers a thread is accepted, such as 64."
    )
  endif()
  if(NOT arg_SEPARABLE)
    _gpu_kernels_check_relocatable_flags()
  endif()
endfunction()

# Refuses nvcc's own options for relocatable code: nothing would link it.
function(_gpu_kernels_check_relocatable_flags)
  _gpu_kernels_find_option(
    "(-rdc|--relocatable-device-code)[= ;]true|-dc|--device-c|-dw|--device-w"
    option
    place
  )
  if(option)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "${place} holds '${option}', whose code has to be linked. The keyword SEPARABLE compiles with it and "
      "links the sources; take the option out."
    )
  endif()
endfunction()

# Checks that a list has swallowed no unknown keyword that stood after it. Definitions and nvcc's options may
# be words in capitals; there only those are refused that are a keyword's neighbour, or one that is reserved.
function(_gpu_kernels_check_list keyword)
  foreach(value IN LISTS arg_${keyword})
    if(NOT value MATCHES "^[A-Z][A-Z]+(_[A-Z]+)*$" OR value STREQUAL "OFF")
      continue()
    endif()
    if(keyword MATCHES "^COMPILE_(DEFINITIONS|OPTIONS)$")
      _gpu_kernels_find_neighbour("${value}" neighbour)
      if(neighbour)
        _gpu_kernels_refuse_value("${value}" "${keyword}")
      endif()
    elseif(NOT TARGET "${value}" AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${value}")
      _gpu_kernels_refuse_value("${value}" "${keyword}")
    endif()
  endforeach()
endfunction()

# Fails over a value that is no keyword, and stands after `list` if that is given.
function(_gpu_kernels_refuse_value value list)
  string(JOIN ", " known SOURCES ${values} ${lists} ${options})
  string(REPLACE ", SOURCES," "," known "${known}")
  set(hint "")
  _gpu_kernels_find_neighbour("${value}" neighbour)
  if(neighbour)
    set(hint " Is ${neighbour} meant?")
  elseif(value MATCHES "[.]cu$")
    set(hint " Sources follow the keyword SOURCES.")
  endif()
  if(list STREQUAL "COMPILE_DEFINITIONS")
    string(APPEND hint " If a definition is meant: ${value}=1.")
  endif()
  _gpu_kernels_fail(
    gpu_add_kernel_library
    "unknown keyword or stray value '${value}'.${hint} Keywords are ${known}."
  )
endfunction()

# Sets `result` to the keyword that is one wrong, missing or surplus letter away from the value, else to "".
function(_gpu_kernels_find_neighbour value result)
  set(${result} "" PARENT_SCOPE)
  string(LENGTH "${value}" value_length)
  foreach(keyword IN LISTS values lists options)
    string(LENGTH "${keyword}" length)
    math(EXPR difference "${length} - ${value_length}")
    if(difference GREATER 1 OR difference LESS -1)
      continue()
    endif()
    foreach(i RANGE ${length})
      math(EXPR next "${i} + 1")
      string(SUBSTRING "${keyword}" 0 ${i} before)
      string(SUBSTRING "${keyword}" ${i} -1 from)
      set(after "")
      if(next LESS_EQUAL length)
        string(SUBSTRING "${keyword}" ${next} -1 after)
      endif()
      if(value MATCHES "^(${before}.?${after}|${before}.${from})$")
        set(${result} ${keyword} PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()

include_guard(GLOBAL)

# Sets `result` to the values as the elements of a JSON array.
function(_gpu_kernels_quote_list result)
  set(quoted "")
  foreach(value IN LISTS ARGN)
    string(REPLACE "\\" "\\\\" value "${value}")
    string(REPLACE "\"" "\\\"" value "${value}")
    string(REPLACE "\t" "\\t" value "${value}")
    string(REPLACE "\n" "\\n" value "${value}")
    string(REPLACE "\r" "\\r" value "${value}")
    list(APPEND quoted "\"${value}\"")
  endforeach()
  string(JOIN ", " quoted ${quoted})
  set(${result} "${quoted}" PARENT_SCOPE)
endfunction()

# The same for a list that a generator expression will give; an empty one gives an empty array.
function(_gpu_kernels_quote_expression result expression)
  set(${result} "$<$<BOOL:${expression}>:\"$<JOIN:${expression},\", \">\">" PARENT_SCOPE)
endfunction()

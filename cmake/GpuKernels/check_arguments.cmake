include_guard(GLOBAL)

# Checks the shape of a gpu_add_kernel_library call: no unknown keyword, none without its value, SOURCES
# given. Reads `name` and the arg_* that cmake_parse_arguments made.
function(_gpu_kernels_check_arguments)
  set(
    known
    "SOURCES, NAMESPACE, HEADER, IMAGE, ARCHITECTURES, HOST_INCLUDES, INCLUDE_DIRECTORIES, "
    "COMPILE_DEFINITIONS, "
    "COMPILE_OPTIONS, COMPILE_FEATURES, LINK_LIBRARIES, DEPENDS"
  )
  string(CONCAT known ${known})
  # An unknown keyword after a list is swallowed by the list: no source and no architecture looks like one.
  set(stray ${arg_SOURCES} ${arg_ARCHITECTURES})
  list(FILTER stray INCLUDE REGEX "^[A-Z][A-Z]+(_[A-Z]+)*$")
  list(REMOVE_ITEM stray OFF)
  foreach(value IN LISTS arg_UNPARSED_ARGUMENTS stray)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "unknown keyword or stray value '${value}'. Keywords are ${known}."
    )
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
endfunction()

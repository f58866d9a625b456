include_guard(GLOBAL)

# Resolves ARCHITECTURES, or what stands in for it, to compiles of a single architecture each, since one PTX
# compile takes no more. Sets in the caller, each a list such as `75;90a`, lowest first:
#   device_architectures   what the sources are compiled for
#   embedded_ptx           of those, whose PTX is embedded
#   embedded_machine_code  of those, whose machine code is embedded
function(_gpu_kernels_resolve_architectures)
  _gpu_kernels_check_architecture_flags()
  set(given "${arg_ARCHITECTURES}")
  set(origin "ARCHITECTURES")
  if(NOT given)
    set(given "75-virtual")
    if(arg_IMAGE STREQUAL "FATBIN")
      set(given "75")
    endif()
    if(
      CMAKE_CUDA_ARCHITECTURES
      AND NOT CMAKE_CUDA_ARCHITECTURES STREQUAL "${GpuKernels_COMPILER_ARCHITECTURES}"
    )
      set(given "${CMAKE_CUDA_ARCHITECTURES}")
      set(origin "CMAKE_CUDA_ARCHITECTURES")
    endif()
  endif()
  _gpu_kernels_list_architectures(known)
  set(virtual "")
  set(real "")
  foreach(architecture IN LISTS given)
    _gpu_kernels_expand_architecture("${architecture}" "${origin}" "${known}" expanded)
    foreach(number IN LISTS expanded)
      string(REGEX REPLACE "-(real|virtual)$" "" plain "${number}")
      if(NOT number MATCHES "-real$")
        list(APPEND virtual ${plain})
      endif()
      if(NOT number MATCHES "-virtual$")
        list(APPEND real ${plain})
      endif()
    endforeach()
  endforeach()
  if(arg_IMAGE STREQUAL "FATBIN" AND NOT real)
    list(JOIN given " " given)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "IMAGE FATBIN is there to embed machine code, and ${origin} is '${given}', PTX alone. Add a real "
      "architecture, such as 90-real or 90 (machine code and PTX), or leave IMAGE FATBIN out."
    )
  endif()
  set(all ${virtual} ${real})
  if(NOT arg_IMAGE STREQUAL "FATBIN") # PTX of each, whatever the suffix
    set(virtual ${all})
    set(real "")
  endif()
  foreach(list all virtual real)
    list(REMOVE_DUPLICATES ${list})
    list(SORT ${list} COMPARE NATURAL)
  endforeach()
  set(device_architectures "${all}" PARENT_SCOPE)
  set(embedded_ptx "${virtual}" PARENT_SCOPE)
  set(embedded_machine_code "${real}" PARENT_SCOPE)
endfunction()

# Refuses nvcc's own options for architectures: beside CMake's, a compile would have several, and write no PTX.
function(_gpu_kernels_check_architecture_flags)
  _gpu_kernels_find_option(
    "(-arch|--gpu-architecture|-gencode|--generate-code|-code|--gpu-code)([= ;][^ ;>\"']*)?"
    option
    place
  )
  if(option)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "${place} holds '${option}', and which architectures to compile for is said by ARCHITECTURES or, for "
      "all libraries, CMAKE_CUDA_ARCHITECTURES: give it there, such as 90 for -arch=sm_90, and take the "
      "option out."
    )
  endif()
endfunction()

# Expands one element of an architecture list to numbers that nvcc takes, with `a` or `f`, -real or -virtual
# if any.
function(_gpu_kernels_expand_architecture architecture origin known result)
  list(GET known -1 newest)
  if(architecture MATCHES "^all(-major)?$") # as CMake: machine code of each, PTX of the newest
    set(numbers "${known}")
    if(architecture STREQUAL "all-major")
      list(GET known 0 oldest)
      list(FILTER numbers INCLUDE REGEX "0$")
      list(PREPEND numbers ${oldest})
      list(REMOVE_DUPLICATES numbers)
      list(GET numbers -1 newest)
    endif()
    list(TRANSFORM numbers APPEND "-real")
    set(${result} ${numbers} ${newest}-virtual PARENT_SCOPE)
    return()
  endif()
  if(architecture STREQUAL "native")
    if(NOT CMAKE_CUDA_ARCHITECTURES_NATIVE)
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "${origin} is native, and CMake found no GPU on this machine when it "
        "enabled CUDA. Name the architectures, such as 75 or 90."
      )
    endif()
    set(${result} "${CMAKE_CUDA_ARCHITECTURES_NATIVE}" PARENT_SCOPE)
    return()
  endif()
  string(REGEX MATCH "^[0-9]+" plain "${architecture}")
  if(NOT architecture MATCHES "^[0-9]+[af]?(-real|-virtual)?$" OR NOT plain IN_LIST known)
    string(JOIN ", " list ${known})
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "${origin} holds '${architecture}', which nvcc ${CMAKE_CUDA_COMPILER_VERSION} "
      "does not know. Accepted: ${list}, each also with -real or -virtual and from 90 on with a; native, "
      "all, all-major."
    )
  endif()
  set(${result} "${architecture}" PARENT_SCOPE)
endfunction()

# Lists the architectures that nvcc compiles for; asks it once a compiler.
function(_gpu_kernels_list_architectures result)
  set(key "${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION}")
  if(NOT GpuKernels_KNOWN_ARCHITECTURES_OF STREQUAL key)
    execute_process(
      COMMAND "${CMAKE_CUDA_COMPILER}" --list-gpu-arch
      OUTPUT_VARIABLE output
      ERROR_VARIABLE error
      RESULT_VARIABLE status
    )
    if(NOT status EQUAL 0)
      message(
        FATAL_ERROR
        "GpuKernels: ${CMAKE_CUDA_COMPILER} --list-gpu-arch failed: ${status} ${output}${error}"
      )
    endif()
    string(REGEX MATCHALL "[0-9]+" numbers "${output}")
    list(SORT numbers COMPARE NATURAL)
    set(GpuKernels_KNOWN_ARCHITECTURES "${numbers}" CACHE INTERNAL "The architectures that nvcc compiles for")
    set(GpuKernels_KNOWN_ARCHITECTURES_OF "${key}" CACHE INTERNAL "The nvcc that was asked")
  endif()
  set(${result} "${GpuKernels_KNOWN_ARCHITECTURES}" PARENT_SCOPE)
endfunction()

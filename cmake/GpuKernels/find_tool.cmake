include_guard(GLOBAL)

# Sets `result` to the path of a program that stands beside nvcc (ptxas, fatbinary, nvlink). Where it is
# missing: fails with `need` in the message, which says what needs it and what does without; without `need`,
# sets `result` to "".
function(_gpu_kernels_find_tool tool result)
  file(REAL_PATH "${CMAKE_CUDA_COMPILER}" nvcc)
  foreach(directory "${CMAKE_CUDA_COMPILER}" "${nvcc}" "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/bin/nvcc")
    cmake_path(GET directory PARENT_PATH directory)
    if(EXISTS "${directory}/${tool}")
      set(${result} "${directory}/${tool}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} "" PARENT_SCOPE)
  if(ARGN)
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "${tool} is needed and does not stand beside nvcc (${nvcc}): this CUDA Toolkit is incomplete. "
      "Install the rest of it, or name the nvcc of another one (CMAKE_CUDA_COMPILER). "
      ${ARGN}
    )
  endif()
endfunction()

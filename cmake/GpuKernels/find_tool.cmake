include_guard(GLOBAL)

# Sets `result` to the path of a program that stands beside nvcc (ptxas, fatbinary, nvlink).
function(_gpu_kernels_find_tool tool result)
  file(REAL_PATH "${CMAKE_CUDA_COMPILER}" nvcc)
  foreach(directory "${CMAKE_CUDA_COMPILER}" "${nvcc}" "${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/bin/nvcc")
    cmake_path(GET directory PARENT_PATH directory)
    if(EXISTS "${directory}/${tool}")
      set(${result} "${directory}/${tool}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  _gpu_kernels_fail(
    gpu_add_kernel_library
    "${tool} is needed and does not stand beside nvcc (${nvcc}): "
    "this CUDA Toolkit is incomplete. IMAGE PTX with a single architecture does without."
  )
endfunction()

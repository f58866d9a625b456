include_guard(GLOBAL)

# The toolkit's include directories, as nvcc searches them: from CUDA 13 on, libcu++ and its kin lie in cccl/.
function(_gpu_kernels_list_toolkit_includes result)
  set(found "")
  foreach(directory IN LISTS CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES)
    if(IS_DIRECTORY "${directory}/cccl")
      list(APPEND found "${directory}/cccl")
    endif()
    list(APPEND found "${directory}")
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

include_guard(GLOBAL)

# CMake fills in CMAKE_CUDA_ARCHITECTURES with nvcc's default when it enables the language. Remembers that
# value, so that it is not taken for the user's choice. Called with BEFORE and AFTER around
# enable_language(CUDA).
function(_gpu_kernels_note_architectures when)
  if(when STREQUAL "BEFORE")
    if(DEFINED CMAKE_CUDA_ARCHITECTURES)
      set_property(GLOBAL PROPERTY GPU_KERNELS_ARCHITECTURES_GIVEN ON)
    else()
      set_property(GLOBAL PROPERTY GPU_KERNELS_ARCHITECTURES_GIVEN OFF)
    endif()
    return()
  endif()
  get_property(given GLOBAL PROPERTY GPU_KERNELS_ARCHITECTURES_GIVEN)
  if(NOT given)
    set(
      GpuKernels_COMPILER_ARCHITECTURES
      "${CMAKE_CUDA_ARCHITECTURES}"
      CACHE INTERNAL
      "What CMake chose for CMAKE_CUDA_ARCHITECTURES when nobody else did"
    )
  endif()
endfunction()

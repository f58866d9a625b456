# GpuKernels::runtime: the headers in include/gpu, which generated code and its users stand on.

find_package(Threads REQUIRED)

file(GLOB_RECURSE runtime_headers "${PROJECT_SOURCE_DIR}/include/gpu/*.hpp")
add_library(gpu_kernels_runtime INTERFACE)
add_library(GpuKernels::runtime ALIAS gpu_kernels_runtime)
set_target_properties(gpu_kernels_runtime PROPERTIES EXPORT_NAME runtime)
target_sources(
  gpu_kernels_runtime
  INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${runtime_headers}
)
target_compile_features(gpu_kernels_runtime INTERFACE cxx_std_20)
target_link_libraries(gpu_kernels_runtime INTERFACE ${CMAKE_DL_LIBS} Threads::Threads)

# Where GPU_DRIVER=emulator looks last: where the emulator is in this build, or in the installed package.
if(GpuKernels_BUILD_EMULATOR)
  set(
    installed_emulator
    "${CMAKE_INSTALL_LIBDIR}/${CMAKE_SHARED_LIBRARY_PREFIX}gpu_emulator${CMAKE_SHARED_LIBRARY_SUFFIX}"
  )
  target_compile_definitions(
    gpu_kernels_runtime
    INTERFACE
      "$<BUILD_INTERFACE:GPU_KERNELS_EMULATOR_PATH=\"$<TARGET_FILE:gpu_emulator>\">"
      "$<INSTALL_INTERFACE:GPU_KERNELS_EMULATOR_PATH=\"$<INSTALL_PREFIX>/${installed_emulator}\">"
  )
endif()

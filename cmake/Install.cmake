# The package: `cmake --install` copies it, find_package(GpuKernels) uses it. It can be moved as a whole.

include(CMakePackageConfigHelpers)

set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/GpuKernels")
set(data_directory "${CMAKE_INSTALL_DATADIR}/GpuKernels")

install(TARGETS gpu_kernels_runtime EXPORT GpuKernelsTargets FILE_SET HEADERS)
if(GpuKernels_BUILD_EMULATOR)
  set_target_properties(gpu_emulator PROPERTIES EXPORT_NAME emulator)
  install(TARGETS gpu_emulator EXPORT GpuKernelsTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
install(EXPORT GpuKernelsTargets NAMESPACE GpuKernels:: DESTINATION "${package_directory}")

install(FILES cmake/GpuKernels.cmake DESTINATION "${package_directory}")
install(DIRECTORY cmake/GpuKernels DESTINATION "${package_directory}")
install(
  DIRECTORY generator/gpu_kernels
  DESTINATION "${data_directory}/generator"
  FILES_MATCHING
  PATTERN "*.py"
  PATTERN "__pycache__" EXCLUDE
)
install(DIRECTORY templates DESTINATION "${data_directory}")
install(FILES LICENSE DESTINATION "${data_directory}")

configure_package_config_file(
  cmake/GpuKernelsConfig.cmake.in
  GpuKernelsConfig.cmake
  INSTALL_DESTINATION "${package_directory}"
  PATH_VARS data_directory
)
write_basic_package_version_file(GpuKernelsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES
    "${CMAKE_CURRENT_BINARY_DIR}/GpuKernelsConfig.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/GpuKernelsConfigVersion.cmake"
  DESTINATION "${package_directory}"
)

include(CMakeFindDependencyMacro)
find_dependency(GpuKernels COMPONENTS runtime)
include("${CMAKE_CURRENT_LIST_DIR}/exporter.cmake")

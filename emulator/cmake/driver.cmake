# libgpu_emulator.so: the core plus the driver's entry points (src/driver/).

find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

# Any folder that holds cuda.h serves: a CUDA Toolkit's, or that of its pip or conda packages.
find_path(GpuKernels_CUDA_INCLUDE_DIR cuda.h
  HINTS ${CUDAToolkit_INCLUDE_DIRS} ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES} ENV CUDA_PATH ENV CUDA_HOME
  PATHS /usr/local/cuda
  PATH_SUFFIXES include
  DOC "The folder of the CUDA Toolkit's cuda.h"
)
# Beside nvcc, where the two are not linked into one tree.
if(NOT GpuKernels_CUDA_INCLUDE_DIR)
  find_program(GpuKernels_NVCC nvcc HINTS ${CMAKE_CUDA_COMPILER})
  if(GpuKernels_NVCC)
    file(REAL_PATH "${GpuKernels_NVCC}" _nvcc)
    cmake_path(GET _nvcc PARENT_PATH _nvcc)
    find_path(GpuKernels_CUDA_INCLUDE_DIR cuda.h HINTS "${_nvcc}/../include")
  endif()
endif()
if(NOT GpuKernels_CUDA_INCLUDE_DIR)
  message(FATAL_ERROR
    "The emulator's entry points are checked against the CUDA Toolkit's cuda.h, and none was found. "
    "Set GpuKernels_CUDA_INCLUDE_DIR to the folder that holds it.")
endif()

set(_driver ${CMAKE_CURRENT_LIST_DIR}/../src/driver)
set(_generated ${CMAKE_CURRENT_BINARY_DIR}/driver)
# Found by any name, so that a new file is one place less to edit; CONFIGURE_DEPENDS keeps the build honest.
file(GLOB _driver_sources CONFIGURE_DEPENDS ${_driver}/*.cpp)

add_custom_command(
  OUTPUT ${_generated}/missing.cpp ${_generated}/per_thread.cpp ${_generated}/proc_address.inc
  COMMAND ${Python3_EXECUTABLE} ${_driver}/entry_points.py
    --cuda-include ${GpuKernels_CUDA_INCLUDE_DIR} --compiler ${CMAKE_CXX_COMPILER} --output ${_generated}
  DEPENDS ${_driver}/entry_points.py ${GpuKernels_CUDA_INCLUDE_DIR}/cuda.h
  COMMENT "Reading the driver's entry points from cuda.h"
  VERBATIM
)

find_package(Threads REQUIRED)
add_library(gpu_emulator SHARED
  ${_driver_sources}
  ${_generated}/missing.cpp
  ${_generated}/per_thread.cpp
  ${_generated}/proc_address.inc
)
add_library(GpuKernels::emulator ALIAS gpu_emulator)
set_source_files_properties(${_driver}/proc_address.cpp PROPERTIES
  OBJECT_DEPENDS ${_generated}/proc_address.inc
)
target_compile_features(gpu_emulator PRIVATE cxx_std_20)
target_include_directories(gpu_emulator PRIVATE ${CMAKE_CURRENT_LIST_DIR}/../src ${_generated})
target_include_directories(gpu_emulator SYSTEM PRIVATE ${GpuKernels_CUDA_INCLUDE_DIR})
target_link_libraries(gpu_emulator PRIVATE gpu_emulator_core Threads::Threads)
set_target_properties(gpu_emulator PROPERTIES
  CXX_EXTENSIONS OFF
  CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON
)
# Calls between entry points stay inside the library, whatever else exports the same names; and once loaded it stays:
# its workers may still run when a program closes it.
target_link_options(gpu_emulator PRIVATE LINKER:-Bsymbolic LINKER:-z,nodelete)

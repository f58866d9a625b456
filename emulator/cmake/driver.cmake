# libgpu_emulator.so: the core plus the driver's entry points (src/driver/).

find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

# Any folder that holds cuda.h serves: a CUDA Toolkit's, or that of its pip or conda packages.
set(_hints ${CUDAToolkit_INCLUDE_DIRS} ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
find_program(GpuKernels_NVCC_FOR_HEADERS nvcc NO_CACHE)
foreach(_nvcc IN LISTS CMAKE_CUDA_COMPILER GpuKernels_NVCC_FOR_HEADERS)
  if(_nvcc)
    file(REAL_PATH "${_nvcc}" _nvcc)
    cmake_path(GET _nvcc PARENT_PATH _nvcc)
    list(APPEND _hints "${_nvcc}/../include")
  endif()
endforeach()
find_path(
  GpuKernels_CUDA_INCLUDE_DIR
  cuda.h
  HINTS ${_hints}
  ENV CUDA_PATH
  ENV CUDA_HOME
  PATHS /usr/local/cuda
  PATH_SUFFIXES include
  DOC "The folder of the CUDA Toolkit's cuda.h"
)
if(NOT GpuKernels_CUDA_INCLUDE_DIR)
  message(
    FATAL_ERROR
    "The emulator's entry points are checked against the CUDA Toolkit's cuda.h, and none was found. "
    "Set GpuKernels_CUDA_INCLUDE_DIR to the folder that holds it."
  )
endif()

set(_driver ${CMAKE_CURRENT_LIST_DIR}/../src/driver)
set(_generated ${CMAKE_CURRENT_BINARY_DIR}/driver)
# Found by any name, so that a new file is one place less to edit. No CONFIGURE_DEPENDS: it would run a command in every build.
file(GLOB _driver_sources ${_driver}/*.cpp)

add_custom_command(
  OUTPUT ${_generated}/missing.cpp ${_generated}/per_thread.cpp ${_generated}/proc_address.inc
  COMMAND
    ${Python3_EXECUTABLE} ${_driver}/entry_points.py --cuda-include ${GpuKernels_CUDA_INCLUDE_DIR} --compiler
    ${CMAKE_CXX_COMPILER} --output ${_generated}
  DEPENDS ${_driver}/entry_points.py ${GpuKernels_CUDA_INCLUDE_DIR}/cuda.h
  COMMENT "Reading the driver's entry points from cuda.h"
  VERBATIM
)

find_package(Threads REQUIRED)
add_library(
  gpu_emulator
  SHARED
  ${_driver_sources}
  ${_generated}/missing.cpp
  ${_generated}/per_thread.cpp
  ${_generated}/proc_address.inc
)
add_library(GpuKernels::emulator ALIAS gpu_emulator)
set_source_files_properties(
  ${_driver}/proc_address.cpp
  PROPERTIES OBJECT_DEPENDS ${_generated}/proc_address.inc
)
# They stand for cuda.h, or read it with macros of their own.
set_source_files_properties(
  ${_generated}/missing.cpp
  ${_generated}/per_thread.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
)
target_compile_features(gpu_emulator PRIVATE cxx_std_20)
target_include_directories(gpu_emulator PRIVATE ${CMAKE_CURRENT_LIST_DIR}/../src ${_generated})
target_include_directories(gpu_emulator SYSTEM PRIVATE ${GpuKernels_CUDA_INCLUDE_DIR})
target_link_libraries(gpu_emulator PRIVATE gpu_emulator_core Threads::Threads)
set_target_properties(
  gpu_emulator
  PROPERTIES
    EXPORT_NAME emulator
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    # Takes a third of the time: most of what the compiler reads is the same headers in each file.
    UNITY_BUILD ON
)
# Calls between entry points stay inside the library, whatever else exports the same names; and once loaded it stays:
# its workers may still run when a program closes it.
target_link_options(gpu_emulator PRIVATE LINKER:-Bsymbolic LINKER:-z,nodelete)

# gpu-emulate runs any program with the emulator under the driver's names, which stand in a folder of their own.
include(GNUInstallDirs)
set(_driver_names libcuda.so.1 libcuda.so)
set(_link_commands)
foreach(_name IN LISTS _driver_names)
  list(
    APPEND
    _link_commands
    COMMAND
    ${CMAKE_COMMAND}
    -E
    create_symlink
    ../$<TARGET_FILE_NAME:gpu_emulator>
    $<TARGET_FILE_DIR:gpu_emulator>/gpu-emulator/${_name}
  )
endforeach()
add_custom_command(
  TARGET gpu_emulator
  POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory $<TARGET_FILE_DIR:gpu_emulator>/gpu-emulator ${_link_commands}
  COMMAND
    ${CMAKE_COMMAND} -E copy_if_different ${CMAKE_CURRENT_LIST_DIR}/../gpu-emulate
    $<TARGET_FILE_DIR:gpu_emulator>/gpu-emulate
  VERBATIM
)
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  # Built alone; as a part of GpuKernels the library belongs to its package.
  install(TARGETS gpu_emulator LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(PROJECT_IS_TOP_LEVEL OR GpuKernels_INSTALL)
  install(PROGRAMS ${CMAKE_CURRENT_LIST_DIR}/../gpu-emulate DESTINATION ${CMAKE_INSTALL_BINDIR})
  foreach(_name IN LISTS _driver_names)
    install(
      FILES $<TARGET_FILE_DIR:gpu_emulator>/gpu-emulator/${_name}
      DESTINATION ${CMAKE_INSTALL_LIBDIR}/gpu-emulator
    )
  endforeach()
endif()

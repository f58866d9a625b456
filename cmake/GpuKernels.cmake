# GpuKernels: CUDA kernels as typed C++ libraries.
#
# include(GpuKernels) after add_subdirectory or FetchContent, or find_package(GpuKernels), gives the functions
# below. Both also enable the CUDA language for the calling directory and what lies under it, so a project
# says `LANGUAGES CXX` and no more. The manual is docs/cmake.md.

if(CMAKE_VERSION VERSION_LESS 3.25)
  message(
    FATAL_ERROR
    "GpuKernels needs CMake 3.25 or later; this is ${CMAKE_VERSION}. "
    "A newer one: pip install cmake"
  )
endif()

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
foreach(_gpu_kernels_policy CMP0171 CMP0174) # `codegen` is CMake's target; a keyword's empty value is a value
  if(POLICY ${_gpu_kernels_policy})
    cmake_policy(SET ${_gpu_kernels_policy} NEW)
  endif()
endforeach()
unset(_gpu_kernels_policy)

include(GoogleTest)

file(GLOB _gpu_kernels_parts "${CMAKE_CURRENT_LIST_DIR}/GpuKernels/*.cmake")
foreach(_gpu_kernels_part IN LISTS _gpu_kernels_parts)
  include("${_gpu_kernels_part}")
endforeach()
unset(_gpu_kernels_part)
unset(_gpu_kernels_parts)

_gpu_kernels_find_generator("${CMAKE_CURRENT_LIST_DIR}")

# CMake wants enable_language at the file scope of the directory whose targets use the language.
_gpu_kernels_find_cuda(_gpu_kernels_has_cuda)
if(_gpu_kernels_has_cuda)
  _gpu_kernels_note_architectures(BEFORE)
  enable_language(CUDA)
  _gpu_kernels_note_architectures(AFTER)
endif()
unset(_gpu_kernels_has_cuda)

# gpu_add_kernel_library(<name>
#     SOURCES <file.cu>...
#     [NAMESPACE <ns>] [HEADER <file.hpp>] [IMAGE PTX|FATBIN] [ARCHITECTURES <arch>...]
#     [INSTANTIATE <kernel<args>>...] [SEPARABLE] [HOST_INCLUDES <header>...] [INCLUDE_DIRECTORIES <dir>...] [COMPILE_DEFINITIONS <def>...]
#     [COMPILE_OPTIONS <option>...] [COMPILE_FEATURES <feature>...] [LINK_LIBRARIES <target>...]
#     [DEPENDS <target or file>...] [TEMPLATES <file.jinja>...]
#     [MAX_REGISTERS <count>] [FORBID_SPILLS])
#
# Compiles the CUDA kernels of the sources to PTX and makes <name>, a STATIC library to link: its header
# <name>.hpp declares one typed stub a kernel, its object holds the PTX. <name>::<name> is an alias.
#
#   SOURCES
#       the CUDA files; relative to the current source directory. A generated one needs its add_custom_command
#       before this call.
#   NAMESPACE
#       C++ namespace of the stubs, `a::b` allowed. Default: <name>. Several libraries may share one: each keeps its
#       own in the inline namespace <name>_library, innermost of all. The library's object for gpu::reload is
#       <namespace>::library; where one file includes several libraries of a namespace,
#       <namespace>::<name>_library::library, and for kernels of one name <namespace>::<name>_library::<kernel>.
#   HEADER
#       what users include. Default: <name>.hpp. A folder before the name is kept.
#   IMAGE
#       what is embedded. PTX, the default: portable text that the driver compiles when it loads. FATBIN:
#       machine code for each real architecture and PTX for each virtual one; nothing is compiled at program
#       start on a GPU that is listed.
#   ARCHITECTURES
#       as CUDA_ARCHITECTURES: 75, 80-real, 90-virtual, 90a, native, all, all-major. IMAGE PTX embeds the PTX
#       of each one, whatever its suffix. PTX runs on its own architecture and all later ones (90a: on no
#       other); the driver takes the best of what is embedded. IMAGE FATBIN needs a real one. Default:
#       CMAKE_CUDA_ARCHITECTURES, else 75-virtual (75 for IMAGE FATBIN).
#   INSTANTIATE
#       kernel templates to instantiate, with their arguments: "app::saxpy<float, 4>". Namespaces in full, one a
#       value, quoted where there are spaces; arguments mean what they mean at the end of the source. A template
#       of a header is instantiated in the first of the SOURCES that includes it. Not accepted: a template that
#       no source has, or that two sources have of their own; generator expressions.
#   SEPARABLE
#       the sources are one program: relocatable device code, linked into one image, so that a source can use
#       the __device__ functions and variables of another. Machine code (IMAGE FATBIN) is linked by nvlink when
#       the library is built; PTX by the driver, at the first use of the library, for that device.
#   HOST_INCLUDES
#       headers that the stubs include beside those that the generator finds from the sources.
#   INCLUDE_DIRECTORIES
#       for device code, and for hosts that include the stubs.
#   COMPILE_DEFINITIONS, COMPILE_OPTIONS
#       for device code alone; options are nvcc's.
#   COMPILE_FEATURES
#       cuda_std_17 or cxx_std_17 choose the device code's C++ standard. Default: CMAKE_CUDA_STANDARD, else
#       20. One that this nvcc does not take is refused.
#   LINK_LIBRARIES
#       targets whose include directories and definitions device code needs (their host compiler's options are
#       left out); <name> links them PUBLIC, since its header may include theirs.
#   DEPENDS
#       targets and files to be made before the device code is compiled.
#   TEMPLATES
#       Jinja templates of your own (docs/generator.md). Each is rendered from the library's manifest to a file
#       of its name without .jinja beside the generated header: `#include "table.hpp"` for table.hpp.jinja.
#
#   MAX_REGISTERS, FORBID_SPILLS
#       what the machine code of the library's architectures may need: at most so many registers a thread;
#       no registers spilled to local memory. An excess is an error of the build that names kernel, found and
#       allowed. For that ptxas runs in each build, and its numbers stand in the manifest.
#
# With GpuKernels_IMAGE_DIR set before the call, the images are also written to
# <GpuKernels_IMAGE_DIR>/<name>/<index>.ptx (.fatbin), whole or not at all and only when they change: a running
# program reads them with the environment's GPU_KERNELS_IMAGE_DIR, and gpu::reload takes them up.
# A relative folder counts from the top build folder. A SEPARABLE library writes none: its image is linked.
#
# Targets beside <name>: <name>_device, the device code: definitions, options and properties set on it hold
# for every pass over the sources; <name>_codegen makes the generated files and nothing more; <name>_report
# prints what the machine code of each kernel uses.
function(gpu_add_kernel_library name)
  set(options SEPARABLE FORBID_SPILLS)
  set(values NAMESPACE HEADER IMAGE MAX_REGISTERS)
  set(
    lists
    SOURCES
    ARCHITECTURES
    INSTANTIATE
    HOST_INCLUDES
    INCLUDE_DIRECTORIES
  )
  list(
    APPEND
    lists
    COMPILE_DEFINITIONS
    COMPILE_OPTIONS
    COMPILE_FEATURES
    LINK_LIBRARIES
    DEPENDS
    TEMPLATES
  )
  cmake_parse_arguments(PARSE_ARGV 1 arg "${options}" "${values}" "${lists}")
  _gpu_kernels_check_arguments()
  _gpu_kernels_check_name()
  _gpu_kernels_check_instantiations()
  _gpu_kernels_check_output()
  _gpu_kernels_check_environment()
  _gpu_kernels_resolve_sources(sources)
  _gpu_kernels_resolve_architectures()
  _gpu_kernels_order_dependencies(dependencies)
  _gpu_kernels_name_outputs()
  _gpu_kernels_name_images()

  _gpu_kernels_add_device_target(${name}_device)
  _gpu_kernels_set_standard(${name}_device)
  _gpu_kernels_mirror_device_target(${name}_device)
  _gpu_kernels_plan_instantiations()

  _gpu_kernels_resolve_templates()
  _gpu_kernels_remove_stale_outputs()
  _gpu_kernels_write_job()
  _gpu_kernels_add_codegen_rule()
  _gpu_kernels_add_report_target()
  _gpu_kernels_add_host_library()
endfunction()

# gpu_discover_tests(<gtest target>
#     [DRIVERS gpu emulator] [SANITIZERS memcheck racecheck initcheck synccheck]
#     [<argument of gtest_discover_tests>...])
#
# Adds the tests of a GoogleTest program to CTest once a driver: `gpu.<Suite>.<Test>` and
# `emulator.<Suite>.<Test>`.
#
#   DRIVERS
#       what the tests run on. `gpu`: the system's driver; where there is no GPU the tests are skipped and say
#       so. `emulator`: the CPU emulator. Default: both, or `gpu` alone where GpuKernels_BUILD_EMULATOR is OFF.
#   SANITIZERS
#       compute-sanitizer tools under which the tests run on the GPU once more, as
#       `gpu.<tool>.<Suite>.<Test>`; any report of the tool fails the test. Skipped, with the reason, where
#       there is no GPU or no compute-sanitizer.
#
# Each test has its driver as a label (and `sanitizer` and the tool), beside those given with PROPERTIES
# LABELS. The list of tests is asked from the program when CTest starts, not in the build, and needs no GPU.
# CTest sees the tests where enable_testing() has been said; a warning at the end of the directory says where
# it has not.
# The other arguments of gtest_discover_tests (WORKING_DIRECTORY, EXTRA_ARGS, PROPERTIES, ...) mean what they
# mean there, but TEST_PREFIX and TEST_LIST are taken.
function(gpu_discover_tests name)
  set(options NO_PRETTY_TYPES NO_PRETTY_VALUES)
  set(
    values
    TEST_PREFIX
    TEST_LIST
    TEST_SUFFIX
    WORKING_DIRECTORY
    DISCOVERY_TIMEOUT
  )
  list(APPEND values XML_OUTPUT_DIR DISCOVERY_MODE)
  set(
    lists
    DRIVERS
    SANITIZERS
    PROPERTIES
    EXTRA_ARGS
    TEST_FILTER
    DISCOVERY_EXTRA_ARGS
  )
  cmake_parse_arguments(PARSE_ARGV 1 arg "${options}" "${values}" "${lists}")
  _gpu_kernels_check_tests()
  _gpu_kernels_forward_arguments(
    forwarded
    NO_PRETTY_TYPES
    NO_PRETTY_VALUES
    --
    TEST_SUFFIX
    WORKING_DIRECTORY
    DISCOVERY_TIMEOUT
    XML_OUTPUT_DIR
    DISCOVERY_MODE
    EXTRA_ARGS
    TEST_FILTER
    DISCOVERY_EXTRA_ARGS
  )
  foreach(driver IN LISTS arg_DRIVERS)
    _gpu_kernels_add_test_set("${driver}" "")
  endforeach()
  foreach(tool IN LISTS arg_SANITIZERS)
    _gpu_kernels_add_test_set(gpu "${tool}")
  endforeach()
endfunction()

cmake_policy(POP)

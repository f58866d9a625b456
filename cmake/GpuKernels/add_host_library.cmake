include_guard(GLOBAL)

# Adds <name>: the STATIC library that holds the image, with the generated header as its public header.
# STATIC, not INTERFACE: CMake orders consumers behind the generation of an INTERFACE library's header only
# for the former.
function(_gpu_kernels_add_host_library)
  add_library(${name} STATIC "${output_source}")
  add_library(${name}::${name} ALIAS ${name})
  add_dependencies(${name} ${name}_codegen)
  set(headers ${output_templates})
  list(FILTER headers INCLUDE REGEX "[.](h|hh|hpp|hxx|cuh)$")
  target_sources(
    ${name}
    PUBLIC FILE_SET HEADERS BASE_DIRS "${output_include_directory}" FILES "${output_header}" ${headers}
  )
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PUBLIC GpuKernels::runtime ${arg_LINK_LIBRARIES})
  _gpu_kernels_add_header_search(${name})
  # The project's linters are for what it wrote.
  foreach(linter CLANG_TIDY CPPCHECK CPPLINT INCLUDE_WHAT_YOU_USE)
    set_property(TARGET ${name} PROPERTY CXX_${linter})
  endforeach()
  set_target_properties(
    ${name}
    PROPERTIES LINKER_LANGUAGE CXX UNITY_BUILD OFF DISABLE_PRECOMPILE_HEADERS ON
  )
endfunction()

# The stubs include the headers that define the types in kernels' signatures, by a path below an include
# directory of the device code, below the toolkit's, or below the directory of the call. Those are searched
# when the stubs are compiled in this build; where the library is installed, the project installs the headers
# too. The last one is only for #include "...": a project's own math.h must not stand before the system's.
function(_gpu_kernels_add_header_search target)
  target_include_directories(
    ${target}
    PUBLIC "$<BUILD_INTERFACE:$<TARGET_PROPERTY:${name}_device,INCLUDE_DIRECTORIES>>"
  )
  _gpu_kernels_list_toolkit_includes(toolkit)
  target_include_directories(${target} SYSTEM PUBLIC "$<BUILD_INTERFACE:${toolkit}>")
  target_compile_options(
    ${target}
    PUBLIC "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX,CUDA>:-iquote${CMAKE_CURRENT_SOURCE_DIR}>>"
  )
endfunction()

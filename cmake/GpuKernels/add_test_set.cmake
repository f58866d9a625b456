include_guard(GLOBAL)

# Adds the tests of `name` once, on one driver, under one sanitizer tool if given. Reads the arg_* of
# gpu_discover_tests.
function(_gpu_kernels_add_test_set driver tool)
  set(prefix "${driver}.")
  set(labels ${driver})
  set(modification "GPU_DRIVER=set:emulator")
  if(driver STREQUAL "gpu")
    set(modification "GPU_DRIVER=unset:")
  elseif(TARGET gpu_emulator)
    add_dependencies(${name} gpu_emulator)
  endif()
  if(tool)
    set(prefix "${driver}.${tool}.")
    list(APPEND labels sanitizer ${tool})
  endif()

  # The launcher decides when the test runs whether there is a GPU; CMake knows no other hook for that before
  # 3.29.
  get_target_property(emulator ${name} CROSSCOMPILING_EMULATOR)
  _gpu_kernels_make_launcher("${driver}" "${tool}" launcher)
  if(emulator)
    list(APPEND launcher ${emulator})
  endif()
  set_property(TARGET ${name} PROPERTY CROSSCOMPILING_EMULATOR "${launcher}")
  string(MAKE_C_IDENTIFIER "${name}_${prefix}tests" list)
  gtest_discover_tests(
    ${name}
    TEST_PREFIX "${prefix}"
    TEST_LIST ${list}
    ${forwarded}
    PROPERTIES ENVIRONMENT_MODIFICATION "${modification}"
  )
  set_property(TARGET ${name} PROPERTY CROSSCOMPILING_EMULATOR)
  if(emulator)
    set_property(TARGET ${name} PROPERTY CROSSCOMPILING_EMULATOR "${emulator}")
  endif()
  _gpu_kernels_set_test_properties(${list} "${labels}" "${modification}")
endfunction()

# Writes the file that gives the tests their properties when CTest reads them: those of the call, with
# `labels` joined to its LABELS and `modification` to its ENVIRONMENT_MODIFICATION. `list` is the variable
# that holds the tests' names there. (What gtest_discover_tests is given as PROPERTIES loses the difference
# between a list and several values.)
function(_gpu_kernels_set_test_properties list labels modification)
  set(properties "")
  list(LENGTH arg_PROPERTIES count)
  set(i 0)
  while(i LESS count)
    list(GET arg_PROPERTIES ${i} key)
    math(EXPR i "${i} + 1")
    list(GET arg_PROPERTIES ${i} value)
    math(EXPR i "${i} + 1")
    if(key STREQUAL "LABELS")
      list(APPEND labels ${value})
    elseif(key STREQUAL "ENVIRONMENT_MODIFICATION")
      list(APPEND modification ${value})
    else()
      string(APPEND properties " [==[${key}]==] [==[${value}]==]")
    endif()
  endwhile()
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${list}_properties.cmake")
  file(
    WRITE
    "${file}"
    "foreach(test IN LISTS ${list})
  set_tests_properties(\"\${test}\" PROPERTIES
    LABELS [==[${labels}]==] ENVIRONMENT_MODIFICATION [==[${modification}]==]${properties})
endforeach()
"
  )
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

# Sets `result` to the command that tests of this set are run with, if any.
function(_gpu_kernels_make_launcher driver tool result)
  set(${result} "" PARENT_SCOPE)
  if(NOT driver STREQUAL "gpu")
    return()
  endif()
  get_property(modules GLOBAL PROPERTY GPU_KERNELS_MODULE_DIR)
  set(launcher sh "${modules}/GpuKernels/run_on_gpu.sh")
  if(tool)
    cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH toolkit)
    list(APPEND launcher "--sanitizer=${tool}" "--search=${toolkit}")
  endif()
  set(${result} "${launcher}" -- PARENT_SCOPE)
endfunction()

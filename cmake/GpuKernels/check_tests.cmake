include_guard(GLOBAL)

# Checks a gpu_discover_tests call, and fills in the defaults of arg_DRIVERS and arg_DISCOVERY_MODE.
function(_gpu_kernels_check_tests)
  _gpu_kernels_check_test_program()
  _gpu_kernels_check_test_keywords()
  _gpu_kernels_check_members(DRIVERS gpu emulator)
  _gpu_kernels_check_members(SANITIZERS memcheck racecheck initcheck synccheck)
  if(NOT arg_DRIVERS)
    set(arg_DRIVERS gpu)
    if(TARGET GpuKernels::emulator)
      list(APPEND arg_DRIVERS emulator)
    endif()
  endif()
  if("emulator" IN_LIST arg_DRIVERS AND NOT TARGET GpuKernels::emulator)
    _gpu_kernels_fail(
      gpu_discover_tests
      "DRIVERS holds emulator, and the emulator is not part of this build. GpuKernels_BUILD_EMULATOR=ON adds "
      "it; DRIVERS gpu does without."
    )
  endif()
  if(NOT arg_DISCOVERY_MODE)
    set(arg_DISCOVERY_MODE PRE_TEST)
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _gpu_kernels_check_testing [[${name}]])")
  set(arg_DRIVERS "${arg_DRIVERS}" PARENT_SCOPE)
  set(arg_DISCOVERY_MODE "${arg_DISCOVERY_MODE}" PARENT_SCOPE)
endfunction()

# Checks that `name` is an executable.
function(_gpu_kernels_check_test_program)
  set(accepted "an executable that links GoogleTest is accepted.")
  if(NOT TARGET "${name}")
    _gpu_kernels_fail(gpu_discover_tests "there is no target '${name}'; ${accepted}")
  endif()
  get_target_property(type ${name} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    _gpu_kernels_fail(gpu_discover_tests "the target is a ${type}; ${accepted}")
  endif()
endfunction()

# Checks that keywords are known, have values, and are not this function's own.
function(_gpu_kernels_check_test_keywords)
  foreach(keyword IN LISTS arg_KEYWORDS_MISSING_VALUES)
    _gpu_kernels_fail(gpu_discover_tests "${keyword} has no value.")
  endforeach()
  # Arguments of programs, and properties, may be any words; only a keyword's neighbour is refused.
  set(swallowed "")
  foreach(value IN LISTS arg_PROPERTIES arg_EXTRA_ARGS arg_TEST_FILTER arg_DISCOVERY_EXTRA_ARGS)
    _gpu_kernels_find_neighbour("${value}" neighbour)
    if(neighbour)
      list(APPEND swallowed "${value}")
    endif()
  endforeach()
  foreach(value IN LISTS arg_UNPARSED_ARGUMENTS swallowed)
    _gpu_kernels_fail(
      gpu_discover_tests
      "unknown keyword or stray value '${value}'. Keywords are DRIVERS, SANITIZERS, and those of "
      "gtest_discover_tests."
    )
  endforeach()
  foreach(taken TEST_PREFIX TEST_LIST)
    if(DEFINED arg_${taken})
      _gpu_kernels_fail(gpu_discover_tests "${taken} is taken: it tells the sets of tests apart.")
    endif()
  endforeach()
  list(LENGTH arg_PROPERTIES count)
  math(EXPR odd "${count} % 2")
  if(odd)
    _gpu_kernels_fail(gpu_discover_tests "PROPERTIES has a name without a value: '${arg_PROPERTIES}'.")
  endif()
endfunction()

# Checks that each value of a keyword is one of those that follow.
function(_gpu_kernels_check_members keyword)
  foreach(value IN LISTS arg_${keyword})
    if(NOT value IN_LIST ARGN)
      string(JOIN ", " accepted ${ARGN})
      _gpu_kernels_fail(gpu_discover_tests "${keyword} holds '${value}'; accepted: ${accepted}.")
    endif()
  endforeach()
endfunction()

# Warns at the end of a call's directory where CMake will write no tests for it, and would not say so. A
# BUILD_TESTING that is off (include(CTest)) is a choice.
function(_gpu_kernels_check_testing name)
  if(CMAKE_TESTING_ENABLED OR (DEFINED BUILD_TESTING AND NOT BUILD_TESTING))
    return()
  endif()
  message(
    AUTHOR_WARNING
    "gpu_discover_tests(${name}): CTest will not see these tests: enable_testing() was not said. Say it in "
    "${CMAKE_SOURCE_DIR}/CMakeLists.txt, before the add_subdirectory of folders with tests."
  )
endfunction()

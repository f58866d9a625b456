# Registers each test_*.py of tests/<folder> as the CTest test <folder>.<name>, labelled <folder>. The suites
# learn what they run with from GPU_KERNELS_TEST_* in their environment; each has a default for runs by hand
# (`python3 -m pytest tests/<folder>`).
function(gpu_kernels_add_pytest_suite folder)
  _gpu_kernels_find_python()
  gpu_kernels_require_pytest()
  set(
    environment
    "GPU_KERNELS_TEST_CMAKE=${CMAKE_COMMAND}"
    "GPU_KERNELS_TEST_CMAKE_VERSION=${CMAKE_VERSION}"
    "GPU_KERNELS_TEST_CXX=${CMAKE_CXX_COMPILER}"
    "GPU_KERNELS_TEST_NVCC=${CMAKE_CUDA_COMPILER}"
    "GPU_KERNELS_TEST_PYTHON=${GpuKernels_PYTHON_FOUND}"
    "GPU_KERNELS_TEST_BUILD=${PROJECT_BINARY_DIR}"
    "GPU_KERNELS_TEST_CONFIG=$<CONFIG>"
  )
  file(GLOB_RECURSE suites "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/test_*.py")
  foreach(suite IN LISTS suites)
    cmake_path(GET suite STEM stem)
    string(REGEX REPLACE "^test_" "" stem "${stem}")
    add_test(
      NAME ${folder}.${stem}
      COMMAND "${GpuKernels_PYTHON_FOUND}" -m pytest "${suite}"
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    )
    set_tests_properties(
      ${folder}.${stem}
      PROPERTIES LABELS ${folder} TIMEOUT 600 ENVIRONMENT "${environment}"
    )
  endforeach()
endfunction()

# Stops where the generator's Python lacks pytest; asks once an interpreter.
function(gpu_kernels_require_pytest)
  if(GpuKernels_PYTEST_OF STREQUAL GpuKernels_PYTHON_FOUND)
    return()
  endif()
  execute_process(
    COMMAND "${GpuKernels_PYTHON_FOUND}" -c "import pytest"
    RESULT_VARIABLE status
    OUTPUT_QUIET
    ERROR_QUIET
  )
  if(NOT status EQUAL 0)
    message(
      FATAL_ERROR
      "The tests need pytest, which ${GpuKernels_PYTHON_FOUND} lacks. To add it: scripts/setup, or "
      "${GpuKernels_PYTHON_FOUND} -m pip install pytest hypothesis; -D GpuKernels_BUILD_TESTS=OFF builds "
      "without tests."
    )
  endif()
  set(GpuKernels_PYTEST_OF "${GpuKernels_PYTHON_FOUND}" CACHE INTERNAL "The Python that was asked for pytest")
endfunction()

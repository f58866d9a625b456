# The harness tested without a GPU or an emulator, every form assembled, and the emulator against the record.

add_library(gpu_conformance_stand_in MODULE self_test/stand_in_driver.cpp)
target_compile_options(gpu_conformance_stand_in PRIVATE -O2 ${gpu_conformance_warnings})
target_link_libraries(gpu_conformance_stand_in PRIVATE gpu_conformance_forms)

add_executable(gpu_conformance_inputs_test self_test/inputs_test.cpp)
target_compile_options(gpu_conformance_inputs_test PRIVATE -O2 ${gpu_conformance_warnings})
target_link_libraries(gpu_conformance_inputs_test PRIVATE gpu_conformance_forms)
add_test(NAME conformance_inputs COMMAND gpu_conformance_inputs_test)
set_tests_properties(conformance_inputs PROPERTIES LABELS "emulator;conformance")

# A run of the harness on the stand-in. ENVIRONMENT makes the stand-in go wrong; EXPECTED is what the harness must say of it.
function(add_conformance_harness_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ENVIRONMENT;EXPECTED" "ARGUMENTS")
  add_test(
    NAME conformance_harness_${name}
    COMMAND gpu_conformance ${arg_ARGUMENTS} $<TARGET_FILE:gpu_conformance_stand_in>
  )
  set_tests_properties(conformance_harness_${name} PROPERTIES LABELS "emulator;conformance")
  if(arg_ENVIRONMENT)
    set_tests_properties(conformance_harness_${name} PROPERTIES ENVIRONMENT "${arg_ENVIRONMENT}")
  endif()
  if(arg_EXPECTED)
    set_tests_properties(conformance_harness_${name} PROPERTIES PASS_REGULAR_EXPRESSION "${arg_EXPECTED}")
  endif()
endfunction()

set(stand_in_record ${CMAKE_CURRENT_BINARY_DIR}/stand_in_record.txt)
set(
  some_forms
  ARGUMENTS
  --lanes
  2048
  --only
  "^(min|max|fma)"
)
add_conformance_harness_test(records ${some_forms} --record ${stand_in_record})
set_tests_properties(conformance_harness_records PROPERTIES FIXTURES_SETUP conformance_stand_in_record)
add_conformance_harness_test(finds_equal ${some_forms} --compare ${stand_in_record})
add_conformance_harness_test(
  locates_a_wrong_bit ${some_forms} --compare ${stand_in_record}
  ENVIRONMENT "STAND_IN_ERRS=fma.rz.f32"
  EXPECTED "differs +fma.rz.f32\n +lane 1500: a = 0x[^;]*; got d = 0x"
)
add_conformance_harness_test(
  checks_by_itself ${some_forms} --self-check
  ENVIRONMENT "STAND_IN_ERRS=max.s16"
  EXPECTED "differs +max.s16\n +lane 1500:"
)
add_conformance_harness_test(
  finds_the_refused_form ${some_forms} --self-check
  ENVIRONMENT "STAND_IN_REFUSES=max.s16"
  EXPECTED "refused +max.s16\n +cuModuleLoadDataEx says \"not this one\"[^\n]*\n[^\n]*\n.*\\| +0 \\| +1 \\| +0 \\|"
)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/one_refused.txt "max.s16  # for this test\n")
add_conformance_harness_test(
  wants_a_listed_refusal ${some_forms} --self-check --refuses ${CMAKE_CURRENT_BINARY_DIR}/one_refused.txt
  EXPECTED "max.s16\n +loads, and is listed as refused"
)
# The stand-in runs all threads whatever the kernel says.
add_conformance_harness_test(
  sees_a_thread_that_does_not_stay_out ${some_forms} --masked
  EXPECTED "differs +max.s16\n +masked out, lane"
)
add_conformance_harness_test(
  goes_on_after_a_fault ${some_forms} --self-check
  ENVIRONMENT "STAND_IN_FAILS=max.s16"
  EXPECTED "failed +max.s16\n +cuCtxSynchronize[^\n]*\n.*\\| +0 \\| +0 \\| +1 \\|"
)
set_tests_properties(
  conformance_harness_finds_equal
  conformance_harness_locates_a_wrong_bit
  PROPERTIES FIXTURES_REQUIRED conformance_stand_in_record
)

# ptxas is a free check of every kernel.
cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH nvcc_folder)
find_program(GpuKernels_PTXAS ptxas HINTS "${nvcc_folder}" /usr/local/cuda/bin)
if(GpuKernels_PTXAS)
  set(all_forms_ptx ${CMAKE_CURRENT_BINARY_DIR}/all_forms.ptx)
  add_test(NAME conformance_forms_emit COMMAND gpu_conformance --emit ${all_forms_ptx})
  add_test(
    NAME conformance_forms_assemble
    COMMAND ${GpuKernels_PTXAS} -arch=sm_90 -O0 -o ${all_forms_ptx}.cubin ${all_forms_ptx}
  )
  set_tests_properties(conformance_forms_emit PROPERTIES FIXTURES_SETUP conformance_forms)
  set_tests_properties(conformance_forms_assemble PROPERTIES FIXTURES_REQUIRED conformance_forms)
  set_tests_properties(
    conformance_forms_emit
    conformance_forms_assemble
    PROPERTIES LABELS "emulator;conformance"
  )
endif()

# The emulator's own answers: against the harness's arithmetic, and against a GPU's recorded ones. They may depend neither on
# the vector width nor on the schedule.
function(add_conformance_emulator_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ARGUMENTS;ENVIRONMENT")
  add_test(
    NAME conformance_emulator_${name}
    COMMAND
      gpu_conformance ${arg_ARGUMENTS} --refuses ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/refused_by_emulator.txt
      $<TARGET_FILE:gpu_emulator>
  )
  set_tests_properties(
    conformance_emulator_${name}
    PROPERTIES LABELS "emulator;conformance" ENVIRONMENT "${arg_ENVIRONMENT}"
  )
endfunction()

if(TARGET gpu_emulator)
  add_conformance_emulator_test(self_check ARGUMENTS --self-check)
  add_conformance_emulator_test(masked ARGUMENTS --masked)
  set(h200 ARGUMENTS --compare ${CMAKE_CURRENT_SOURCE_DIR}/records/h200.txt)
  add_conformance_emulator_test(equals_h200 ${h200})
  add_conformance_emulator_test(equals_h200_portable ${h200} ENVIRONMENT GPU_EMULATOR_ISA=portable)
  add_conformance_emulator_test(equals_h200_avx2 ${h200} ENVIRONMENT GPU_EMULATOR_ISA=avx2)
  add_conformance_emulator_test(equals_h200_shuffled ${h200} ENVIRONMENT GPU_EMULATOR_SEED=7 GPU_EMULATOR_THREADS=3)
  # The handlers are one source for all widths: masked runs of another width repeat what is shown above.
  if(GpuKernels_TEST_MATRIX OR DEFINED ENV{GPU_KERNELS_TEST_MATRIX})
    add_conformance_emulator_test(masked_portable ARGUMENTS --masked ENVIRONMENT GPU_EMULATOR_ISA=portable)
    set_tests_properties(conformance_emulator_masked_portable PROPERTIES LABELS matrix)
  endif()
endif()

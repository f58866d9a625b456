# gpu_emulator_core: PTX and its execution, without the driver's entry points.
find_package(Threads REQUIRED)

set(
  ptx_sources
  src/ptx/decode_forms.cpp
  src/ptx/decode_operands.cpp
  src/ptx/decoder.cpp
  src/ptx/forms.cpp
  src/ptx/layout.cpp
  src/ptx/lexer.cpp
  src/ptx/module.cpp
  src/ptx/parser.cpp
  src/ptx/parser_body.cpp
  src/ptx/parser_calls.cpp
)
add_library(
  gpu_emulator_core
  OBJECT
  src/exec/atomics.cpp
  src/exec/atomics_wide.cpp
  src/exec/barrier.cpp
  src/exec/builtins.cpp
  src/exec/control.cpp
  src/exec/copy_async.cpp
  src/exec/environment.cpp
  src/exec/form_table.cpp
  src/exec/isa/portable.cpp
  src/exec/launch.cpp
  src/exec/mbarrier.cpp
  src/exec/memory.cpp
  src/exec/pool.cpp
  src/exec/report.cpp
  src/exec/scheduler.cpp
  src/exec/settings.cpp
  src/exec/spin.cpp
  src/exec/sync.cpp
  src/exec/unwritten.cpp
  src/exec/video.cpp
  ${ptx_sources}
)
target_compile_features(gpu_emulator_core PUBLIC cxx_std_20)
target_include_directories(gpu_emulator_core PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_link_libraries(gpu_emulator_core PUBLIC Threads::Threads)
set_target_properties(
  gpu_emulator_core
  PROPERTIES
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    UNITY_BUILD ON
    UNITY_BUILD_MODE GROUP
)

# Together, for most of what the compiler reads is the same headers in each. Each file of src/exec has a table of its own name.
set_source_files_properties(${ptx_sources} PROPERTIES UNITY_GROUP ptx)

# An interpreter without optimisation is no use to anyone: a build without a type, and Debug, get -O2 all the same.
# Results must not depend on the compiler's liberties with floating point.
target_compile_options(
  gpu_emulator_core
  PRIVATE
    $<$<NOT:$<CONFIG:Release,RelWithDebInfo,MinSizeRel>>:-O2>
    -ffp-contract=off
    -fno-math-errno
    -fno-trapping-math
    -fno-strict-aliasing
    # GCC 12 warns of its own string concatenation (its bug 105329).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
    # Clang warns of each loop over lanes that it does not vectorise; some cannot be.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>
)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(
    gpu_emulator_core
    PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  )
endif()

# The handlers once for each vector width; the best that the CPU has is chosen when the library is first used.
set_source_files_properties(
  src/exec/barrier.cpp
  src/exec/isa/portable.cpp
  src/exec/scheduler.cpp
  PROPERTIES COMPILE_OPTIONS "-O3"
)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  target_sources(gpu_emulator_core PRIVATE src/exec/isa/avx2.cpp src/exec/isa/avx512.cpp)
  target_compile_definitions(gpu_emulator_core PRIVATE GPU_EMULATOR_X86)
  set_source_files_properties(
    src/exec/isa/avx2.cpp
    PROPERTIES COMPILE_OPTIONS "-O3;-mavx2;-mfma;-mbmi;-mbmi2;-mpopcnt;-mlzcnt"
  )
  set_source_files_properties(
    src/exec/isa/avx512.cpp
    PROPERTIES
      COMPILE_OPTIONS
        "-O3;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mavx2;-mfma;-mbmi;-mbmi2;-mpopcnt;-mlzcnt;-mprefer-vector-width=512"
  )
endif()

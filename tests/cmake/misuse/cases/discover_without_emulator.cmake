# expect: DRIVERS holds emulator, and the emulator is not part of this build. GpuKernels_BUILD_EMULATOR=ON adds it
add_executable(tests IMPORTED)
gpu_discover_tests(tests DRIVERS gpu emulator)

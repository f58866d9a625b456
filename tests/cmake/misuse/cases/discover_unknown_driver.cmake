# expect: gpu_discover_tests\(tests\): DRIVERS holds 'cpu'; accepted: gpu, emulator
add_executable(tests IMPORTED)
gpu_discover_tests(tests DRIVERS cpu)

# expect: gpu_discover_tests\(tests\): TEST_PREFIX is taken
add_executable(tests IMPORTED)
gpu_discover_tests(tests TEST_PREFIX mine.)

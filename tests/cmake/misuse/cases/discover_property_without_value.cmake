# expect: PROPERTIES has a name without a value
add_executable(tests IMPORTED)
gpu_discover_tests(tests DRIVERS gpu PROPERTIES TIMEOUT)

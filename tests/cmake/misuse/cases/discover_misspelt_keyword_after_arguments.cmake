# expect: gpu_discover_tests\(tests\): unknown keyword or stray value 'DRIVER'
add_executable(tests IMPORTED)
gpu_discover_tests(tests EXTRA_ARGS --verbose DRIVER gpu)

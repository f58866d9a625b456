# expect: gpu_discover_tests\(tests\): the target is a INTERFACE_LIBRARY; an executable that links GoogleTest is accepted
add_library(tests INTERFACE)
gpu_discover_tests(tests)

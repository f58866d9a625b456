# expect: gpu_discover_tests\(nothing\): there is no target 'nothing'
gpu_discover_tests(nothing)

# expect: SANITIZERS holds 'address'; accepted: memcheck, racecheck, initcheck, synccheck
add_executable(tests IMPORTED)
gpu_discover_tests(tests SANITIZERS address)

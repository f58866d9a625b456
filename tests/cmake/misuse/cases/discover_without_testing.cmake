# expect: gpu_discover_tests\(program\): CTest will not see these tests: enable_testing\(\) was not said
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/program.cpp" "int main() {}\n")
add_executable(program "${CMAKE_CURRENT_BINARY_DIR}/program.cpp")
gpu_discover_tests(program DRIVERS gpu)

// gcc: use of deleted function 'gpu::Dim3::Dim3()'
// gcc: a launch configuration has both .grid and .block
// clang: call to deleted constructor of 'gpu::Dim3'
// clang: a launch configuration has both .grid and .block
// clang: in implicit initialization of field 'grid'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  const gpu::LaunchConfig config{.block = 256};
#else
  const gpu::LaunchConfig config{.grid = 1, .block = 256};
#endif
  kernels::scale(config, g.in, g.out, g.count);
}

#include <shared/macros.hpp>
#include <shared/types.hpp>
constexpr int warps = 4;
__launch_bounds__(THREADS * 2) __global__ void before(int* p) { *p = 1; }
__global__ __launch_bounds__(warps * 32, 2) void between(int* p) { *p = 1; }
__global__ void __launch_bounds__((1 << 7), warps > 2 ? 3 : 1) after(int* p) { *p = 1; }
__global__ /* a comment */ void  // and another
// more
__launch_bounds__ (
  THREADS
) spread(
    int* p   // the pointer
    , int n  /* the count, with a comma */
    ) { *p = n; }
[[maybe_unused]] __global__ void attributed([[maybe_unused]] int n, int* p) { *p = 1; }
__global__ void __maxnreg__(32) registers(int* p) { *p = 1; }
extern "C" __global__ __attribute__((used)) void used(int* p) { *p = 1; }

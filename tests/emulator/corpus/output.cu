// printf of every kind that the CUDA guide lists (hh, z, j and t are not among the sizes, and a device that
// does not know one takes the wrong argument for a later %s), clocks, and what nothing reaches: assert, trap,
// __builtin_unreachable.
#include "check.cuh"

#include <cassert>

extern "C" __global__ void check_printf(unsigned* failures) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    printf("%d %u %lld %llx %5.2f|%-8s|%c%% %p %e %g %08d %+d %*d\n", -5, 5u, -5ll, 255ull, 1.25, "text", 'c',
           (void*)16, 1e10, 0.5, 42, 7, 6, 3);
    printf("no arguments\n");
    printf("%hd %ld %s\n", short(-2), -3l, (const char*)"end");
  }
}

extern "C" __global__ void check_printf_of_nothing(unsigned* failures) { CHECK(printf("") == 0); }

extern "C" __global__ void check_clocks(unsigned* failures) {
  const long long start = clock64();
  const clock_t low = clock();
  unsigned long long timer;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
  __nanosleep(100);
  CHECK(clock64() > start && timer != 0 && low != 0);
  unsigned smid, warpid, nsmid, gridid;
  asm volatile("mov.u32 %0, %%smid; mov.u32 %1, %%warpid; mov.u32 %2, %%nsmid;"
               : "=r"(smid), "=r"(warpid), "=r"(nsmid));
  asm volatile("{ .reg .u64 g; mov.u64 g, %%gridid; cvt.u32.u64 %0, g; }" : "=r"(gridid));
  CHECK(smid < nsmid && warpid < 64);
}

extern "C" __global__ void check_assertions(unsigned* failures) {
  const int t = hidden(int(threadIdx.x));
  assert(t >= 0 && "never");
  if (t < 0) __trap();
  if (t < 0) __brkpt();
  if (t < 0) __builtin_unreachable();
  __builtin_assume(t < 100000);
  CHECK(__builtin_expect(t < 0, 0) == 0);
  asm volatile("pmevent 3;");
  __prof_trigger(2);
}

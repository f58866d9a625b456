// Kernels that stand in headers: templates, static ones, one under an include guard, one that two files define.
#include <text/kernels.cuh>
#include <text/kernels.cuh>

void launches(char* text, int n) {
  text_kernels::upper<<<1, 32>>>(text, n);
  text_kernels::replace<'a', 'b'><<<1, 32>>>(text, n);
  text_kernels::replace<' ', '_', unsigned><<<1, 32>>>(text, 3u);
}

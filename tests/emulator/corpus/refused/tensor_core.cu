// corpus: refused wmma.load.a.sync
#include <mma.h>
using namespace nvcuda::wmma;
extern "C" __global__ void multiplies(const half* a, const half* b, float* c) {
  fragment<matrix_a, 16, 16, 16, half, row_major> x;
  fragment<matrix_b, 16, 16, 16, half, col_major> y;
  fragment<accumulator, 16, 16, 16, float> z;
  load_matrix_sync(x, a, 16);
  load_matrix_sync(y, b, 16);
  fill_fragment(z, 0.0f);
  mma_sync(z, x, y, z);
  store_matrix_sync(c, z, 16, mem_row_major);
}

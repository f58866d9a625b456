// Products of half-precision tiles by the tensor cores.
#include <mma.h>
#include <type_traits>

namespace tensor {

using namespace nvcuda;

template <int M, int N, int K, bool Transposed>
__global__ void product(const half* a, const half* b, float* c, unsigned lda, unsigned ldb) {
  using Layout = std::conditional_t<Transposed, wmma::col_major, wmma::row_major>;
  wmma::fragment<wmma::matrix_a, M, N, K, half, Layout> left;
  wmma::fragment<wmma::matrix_b, M, N, K, half, Layout> right;
  wmma::fragment<wmma::accumulator, M, N, K, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, a, lda);
  wmma::load_matrix_sync(right, b, ldb);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(c, sum, N, wmma::mem_row_major);
}
template __global__ void product<16, 16, 16, false>(const half*, const half*, float*, unsigned, unsigned);
template __global__ void product<32, 8, 16, true>(const half*, const half*, float*, unsigned, unsigned);

}  // namespace tensor

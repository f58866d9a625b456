// Matrix products; the tile sizes are template arguments chosen by a switch on the host.
#include <ml/ops.hpp>

template <typename scalar_t, int BM, int BN, int BK = 8, bool TransA = false>
__launch_bounds__(BM * BN / 16) __global__
    void gemm(int m, int n, int k, scalar_t alpha, const scalar_t* A, const scalar_t* B, float beta, scalar_t* C) {
  __shared__ float tile[BM + BN][BK];
  tile[threadIdx.x % (BM + BN)][threadIdx.x % BK] = static_cast<float>(TransA ? A[threadIdx.x * m] : A[threadIdx.x]);
  __syncthreads();
  C[threadIdx.x] = static_cast<scalar_t>(static_cast<float>(alpha) * tile[1][0] + beta * static_cast<float>(C[n * k + threadIdx.x]));
  (void)B;
}

#define LAUNCH(BM, BN, ...) \
  case BM * 1000 + BN:      \
    return gemm<float, BM, BN, ##__VA_ARGS__><<<1, BM * BN / 16>>>(m, n, k, 1.0f, a, b, 0.0f, c)

void multiply(int tile, int m, int n, int k, const float* a, const float* b, float* c) {
  switch (tile) {
    LAUNCH(64, 64);
    LAUNCH(128, 64, 16);
    LAUNCH(128, 128, 8, true);
  }
}
template __global__ void gemm<__half, 32, 32>(int, int, int, __half, const __half*, const __half*, float, __half*);

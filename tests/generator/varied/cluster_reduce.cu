// Launch contracts of every kind.
constexpr int kThreads = 192;
namespace limits { enum { threads = 64, blocks = 3 }; }

__global__ void __launch_bounds__(kThreads, limits::blocks) two_bounds(float* data) { data[threadIdx.x] = 1; }
__global__ void __launch_bounds__(limits::threads * 2, 1, 4) three_bounds(float* data) { data[threadIdx.x] = 1; }
__cluster_dims__(4) __global__ void cluster(float* data) { data[threadIdx.x] = 1; }
__global__ void __cluster_dims__(2, 2, 1) __launch_bounds__(kThreads) cluster_and_bounds(float* data) { data[threadIdx.x] = 1; }
__global__ void __maxnreg__(kThreads / 4) registers(float* data) { data[threadIdx.x] = 1; }
__global__ __block_size__((16, 8, 2)) void exact(float* data) { data[threadIdx.x] = 1; }
__global__ __block_size__((64, 1, 1), (2, 1, 1)) void exact_cluster(float* data) { data[threadIdx.x] = 1; }
template <int N> __global__ void __launch_bounds__(N) by_argument(float* data) { data[threadIdx.x] = N; }
template __global__ void by_argument<96>(float*);
extern __shared__ double scratch[];
[[deprecated("use two_bounds")]] __global__ void old_reduce(double* data, unsigned) { scratch[threadIdx.x] = *data; __syncthreads(); *data = scratch[0]; }

/// Launch limits of every kind.
extern "C" __global__ void __launch_bounds__(128, 2) bounded(float* data) { data[threadIdx.x] *= 2.0f; }

extern __shared__ float tile[];

__device__ float neighbour(unsigned i) { return tile[i ^ 1]; }

/// Uses dynamic shared memory through a function.
__global__ void __launch_bounds__(64) exchange(float* data) {
  __shared__ int counters[32];
  tile[threadIdx.x] = data[threadIdx.x];
  counters[threadIdx.x % 32] = 1;
  __syncthreads();
  data[threadIdx.x] = neighbour(threadIdx.x) + static_cast<float>(counters[0]);
}

// Ordinary kernels.

/// out[i] = factor * in[i].
__global__ void scale(const float* in, float* out, unsigned count, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = factor * in[i];
}

/// Adds one to every element.
__global__ void increment(int* values, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1;
}

/// Refuses blocks of more than 128 threads.
__global__ void __launch_bounds__(128) bounded(int* out) { out[threadIdx.x] = static_cast<int>(blockDim.x); }

/// Reverses one block's elements through dynamic shared memory of `stride` bytes an element.
__global__ void reverse(int* values, unsigned stride) {
  extern __shared__ char memory[];
  *reinterpret_cast<int*>(memory + threadIdx.x * stride) = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = *reinterpret_cast<int*>(memory + (blockDim.x - 1 - threadIdx.x) * stride);
}

/// Ends in a trap: an error that surfaces at the next synchronisation.
__global__ void broken() { __trap(); }

__constant__ float coefficients[4];
__device__ int counter;

/// out[i] = the polynomial with `coefficients` at i; counts its threads in `counter`.
__global__ void polynomial(float* out) {
  const float x = static_cast<float>(threadIdx.x);
  out[threadIdx.x] = coefficients[0] + x * (coefficients[1] + x * (coefficients[2] + x * coefficients[3]));
  atomicAdd(&counter, 1);
}

/// Adds two vectors: out[i] = a[i] + b[i].
extern "C" __global__ void vector_add(const float* a, const float* b, float* out, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a[i] + b[i];
}

/// Smooths in shared memory: enough code that compiling it takes the driver a moment.
extern "C" __global__ void smooth(const float* in, float* out, unsigned count) {
  __shared__ float tile[258];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x + 1] = i < count ? in[i] : 0.0f;
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
  if (threadIdx.x == blockDim.x - 1) tile[blockDim.x + 1] = i + 1 < count ? in[i + 1] : 0.0f;
  __syncthreads();
  float value = tile[threadIdx.x + 1];
  for (int step = 0; step < 16; ++step)
    value = sinf(value) + 0.25f * (tile[threadIdx.x] + tile[threadIdx.x + 2]);
  if (i < count) out[i] = value;
}

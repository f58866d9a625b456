// Vector addition, one thread an element.

/// Adds two vectors: `out[i] = a[i] + b[i]`.
///
/// One thread computes one element; threads beyond `len` do nothing.
extern "C" __global__ void __launch_bounds__(256)
    vector_add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, unsigned len) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) out[i] = a[i] + b[i];
}

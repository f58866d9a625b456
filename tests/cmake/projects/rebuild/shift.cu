/// Adds to each element.
extern "C" __global__ void shift(float* values, float amount, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = values[i] + amount;
}

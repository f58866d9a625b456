extern "C" __global__ void fill(int* values, int value, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = value;
}

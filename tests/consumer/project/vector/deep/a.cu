extern "C" __global__ void add_index(int* values, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += static_cast<int>(i);
}

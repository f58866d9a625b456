static_assert(__cplusplus == 202002L, "COMPILE_FEATURES says 20");

__global__ void second(double* values, unsigned count) {
  const unsigned i = threadIdx.x;
  if (i < count) values[i] = values[i] + 1.0;
}

#include <exporter/offset.hpp>

extern "C" __global__ void shift(double* values, exporter::Offset offset, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += offset.amount * offset.repeat;
}

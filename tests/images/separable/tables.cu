// Defines what kernels.cu uses.
#include "shared.hpp"

namespace sep {

__device__ float gain = 2.0f;
__constant__ int table[4] = {1, 10, 100, 1000};
__constant__ Weights weights = {0.5f, 0.25f};

static __device__ int hidden_calls = 70;  // not the one of kernels.cu

__device__ float amplified(float value, int index) { return gain * static_cast<float>(table[index]) * value; }

__device__ float sum_of_dynamic(int count) {
  extern __shared__ float values[];
  float sum = 0;
  for (int i = 0; i < count; ++i) values[i] = static_cast<float>(i + 1);
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

/// A static kernel, in another source than the unnamed namespace's.
static __global__ void count(int* out) { *out = ++hidden_calls; }

/// In both sources: one of them is taken.
template <class T>
__global__ void twice(T* values) {
  *values += *values;
}
template __global__ void twice<float>(float*);

}  // namespace sep

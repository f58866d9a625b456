// Uses functions and variables that tables.cu defines.
#include "shared.hpp"

namespace sep {

extern __device__ float gain;
extern __constant__ int table[4];
extern __constant__ Weights weights;
__device__ float amplified(float value, int index);
__device__ float sum_of_dynamic(int count);

/// Counts the launches of every kernel of this source.
__device__ int launches = 0;

/// gain * table[index] * value, in another source.
__global__ void amplify(float* values, int index) {
  values[threadIdx.x] = amplified(values[threadIdx.x], index);
  if (threadIdx.x == 0) ++launches;
}

/// Reads the variables of another source.
__global__ void read_variables(float* out) { *out = gain + static_cast<float>(table[1]) + weights.of_count; }

/// Dynamic shared memory that only a function of another source uses.
__global__ void sum(float* out, int count) { *out = sum_of_dynamic(count); }

namespace {
__device__ int hidden_calls = 40;

__global__ void hidden(int* out) { *out = ++hidden_calls; }
}  // namespace

template <class T>
__global__ void twice(T* values) {
  *values += *values;
}
template __global__ void twice<float>(float*);

}  // namespace sep

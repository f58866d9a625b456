extern __device__ float gain;
extern __constant__ int table[4];
__device__ float amplified(float value);

/// Calls a function of another source, which uses dynamic shared memory.
__global__ void amplify(float* values) { values[threadIdx.x] = amplified(values[threadIdx.x]); }

/// A variable of another source: one object.
__global__ void read_gain(float* out) { *out = gain + table[0]; }

namespace {
/// In the unnamed namespace of one source.
__global__ void hidden(float* out) { *out = gain; }
}  // namespace

/// Instantiated in both sources, in the image once.
template <class T>
__global__ void twice(T* values) {
  *values += *values;
}
template __global__ void twice<float>(float*);

inline __device__ int shared_by_both = 3;
__global__ void read_shared(int* out) { *out = shared_by_both; }

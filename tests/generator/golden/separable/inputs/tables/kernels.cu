/// What everything is multiplied by.
__device__ float gain = 2;
__constant__ int table[4] = {1, 2, 3, 4};
static __device__ int calls;

__device__ float amplified(float value) {
  extern __shared__ float scratch[];
  scratch[threadIdx.x] = value;
  return gain * scratch[0];
}

static __global__ void count(int* out) { *out = ++calls; }

template <class T>
__global__ void twice(T* values) {
  *values += *values;
}
template __global__ void twice<float>(float*);

inline __device__ int shared_by_both = 3;
__global__ void write_shared(int value) { shared_by_both = value; }
